import clsx from 'clsx'
import { Store } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ReviewReply, ReviewState } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { RelativeTime } from '~shared/ui/relative-time'
import { lengthOf } from '../rules'

/** The count is announced when fewer characters are left. */
const ANNOUNCED_REMAINDER = 100

interface CountedAreaProps {
  name: string
  max: number
  hint?: string
  rows?: number
}

/** Text that is too long is reported, not cut off. */
export function CountedArea({ name, max, hint, rows }: CountedAreaProps) {
  const t = useT()
  const { form } = useParentForm()
  const length = lengthOf(String(useWatch({ control: form.control, name }) ?? ''))
  return (
    <div className="grid gap-1">
      <FormArea name={name} hint={hint} rows={rows} />
      <p
        aria-live={length > max - ANNOUNCED_REMAINDER ? 'polite' : 'off'}
        className={clsx('justify-self-end text-sm tabular-nums', length > max ? 'font-semibold text-bad' : 'text-muted')}
      >
        <span aria-hidden>
          {number(length)} / {number(max)}
        </span>
        <span className="sr-only">{t('reviews.form.counter', { n: number(length), max: number(max) })}</span>
      </p>
    </div>
  )
}

/** A longer text is collapsed at first. */
const COLLAPSED_LENGTH = 480

export function LongText({ text }: { text: string }) {
  const t = useT()
  const isLong = text.length > COLLAPSED_LENGTH
  const [isExpanded, setExpanded] = useState(!isLong)
  return (
    <div className="grid justify-items-start">
      <p className={clsx('leading-relaxed whitespace-pre-line wrap-anywhere', !isExpanded && 'line-clamp-5')}>{text}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="min-h-11 font-semibold text-accent-text hover:underline"
        >
          {isExpanded ? t('reviews.less') : t('reviews.whole')}
        </button>
      )}
    </div>
  )
}

export function Replies({ replies }: { replies: ReviewReply[] }) {
  const t = useT()
  return (
    <ul className="ml-2 grid gap-3 border-l-2 border-line pl-4 sm:ml-5 sm:pl-6">
      {replies.map(({ id, author, text, isShop, state, createdAt }) => (
        <li key={id} className={clsx('grid gap-1 text-[0.9375rem]', isShop && 'rounded-lg bg-sunken p-4')}>
          <p className="flex flex-wrap items-center gap-x-3">
            <strong className="inline-flex items-center gap-1.5 font-semibold wrap-anywhere">
              {isShop && <Store aria-hidden className="size-4 text-accent-text" />}
              {isShop ? t('reviews.shop') : author || t('reviews.someone')}
            </strong>
            <RelativeTime at={createdAt} className="text-sm text-muted" />
            {state === 'pending' && <span className="text-sm font-medium text-warn">{t('reviews.state.pending')}</span>}
          </p>
          <LongText text={text} />
        </li>
      ))}
    </ul>
  )
}

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

interface StateNoteProps {
  state: ReviewState
  /** The moderator's reason for a refusal. */
  reason?: string | undefined
  kind?: 'review' | 'reply'
}

/** Why a text is not public, and what its writer can do. */
export function StateNote({ state, reason, kind = 'review' }: StateNoteProps) {
  const t = useT()
  if (state === 'published') return null
  return (
    <div className={clsx('grid gap-1 rounded-lg px-4 py-3 text-[0.9375rem]', LOOKS[state])}>
      <p>{kind === 'reply' ? t(`reviews.replies.${state}`) : t(`reviews.about.${state}`)}</p>
      {reason && <p className="font-semibold">{t('reviews.about.reason', { reason })}</p>}
    </div>
  )
}
