import clsx from 'clsx'
import type { OrderStatus } from '~shared/api/types'
import { useT } from '~shared/i18n/context'

const looks = (status: OrderStatus) => {
  if (status === 'waiting') return 'bg-warn-soft text-warn'
  if (status === 'delivered') return 'bg-good-soft text-good'
  return status === 'cancelled' || status === 'returned' ? 'bg-bad-soft text-bad' : 'bg-lilac text-ink'
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  const t = useT()
  return (
    <span className={clsx('rounded-full px-3 py-1 text-sm font-semibold whitespace-nowrap', looks(status))}>
      {t(`orders.status.${status}`)}
    </span>
  )
}
