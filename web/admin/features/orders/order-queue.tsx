import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { EmptyState } from '~shared/ui/empty-state'
import { OrderRow } from './order-row'
import { deskOrdersQuery, type Filter } from './queries'
import { Queue } from '~admin/ui/queue'

/** The orders a filter finds, newest first. */
export function OrderQueue({ filter }: { filter: Filter }) {
  const { t, locale } = useI18n()
  return (
    <Queue
      queryOf={(page) => deskOrdersQuery(locale, filter, page)}
      keyOf={({ code }) => code}
      counted={(count) => t('desk.count', { count })}
      empty={<EmptyState picture={emptySearch} title={t('desk.empty')} text={filter.code ? t('desk.emptyCode') : t('desk.emptyText')} />}
    >
      {(order) => <OrderRow key={order.code} order={order} />}
    </Queue>
  )
}
