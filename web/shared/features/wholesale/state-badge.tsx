import clsx from 'clsx'
import type { WholesaleState } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

const TONES: Record<WholesaleState, string> = {
  requested: 'bg-sky text-ink',
  quoted: 'bg-warn-soft text-ink',
  accepted: 'bg-sky text-ink',
  paid: 'bg-good-soft text-good',
  declined: 'bg-sunken text-muted',
  expired: 'bg-sunken text-muted',
  cancelled: 'bg-sunken text-muted',
}

export function StateBadge({ state }: { state: WholesaleState }) {
  const t = useT()
  return <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold', TONES[state])}>{t(`wholesale.state.${state}`)}</span>
}
