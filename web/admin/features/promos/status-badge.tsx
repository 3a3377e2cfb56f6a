import clsx from 'clsx'
import type { PromoStatus } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

const TONES: Record<PromoStatus, string> = {
  scheduled: 'bg-sky text-ink',
  active: 'bg-good-soft text-good',
  paused: 'bg-warn-soft text-ink',
  used_up: 'bg-sunken text-muted',
  ended: 'bg-sunken text-muted',
}

export function PromoStatusBadge({ status }: { status: PromoStatus }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold', TONES[status])}>{t(`campaigns.promos.status.${status}`)}</span>
  )
}
