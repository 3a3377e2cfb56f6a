import clsx from 'clsx'
import type { ReviewState } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

const LOOKS: Record<ReviewState, string> = {
  published: 'bg-good-soft text-good',
  pending: 'bg-warn-soft text-warn',
  rejected: 'bg-bad-soft text-bad',
}

export function StateBadge({ state }: { state: ReviewState }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-1 text-sm font-semibold whitespace-nowrap', LOOKS[state])}>
      {t(`reviews.state.${state}`)}
    </span>
  )
}

interface NoteProps {
  state: ReviewState
  /** What the moderator said. */
  reason?: string | undefined
  about?: 'review' | 'reply'
}

/** Why it is not there for everybody, and what can be done about it. */
export function StateNote({ state, reason, about = 'review' }: NoteProps) {
  const t = useT()
  if (state === 'published') return null
  return (
    <div className={clsx('grid gap-1 rounded-lg px-4 py-3 text-[0.9375rem]', LOOKS[state])}>
      <p>{about === 'reply' ? t(`reviews.replies.${state}`) : t(`reviews.about.${state}`)}</p>
      {reason && <p className="font-semibold">{t('reviews.about.reason', { reason })}</p>}
    </div>
  )
}
