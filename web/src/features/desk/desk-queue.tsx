import emptySearch from '~/assets/pictures/empty-search.webp'
import { useI18n } from '~/i18n/context'
import { EmptyState } from '~/ui/empty-state'
import { DeskRow } from './desk-row'
import { deskOrdersQuery, type Filter } from './queries'
import { Queue } from './queue'

/** The orders a filter finds, newest first. */
export function DeskQueue({ filter }: { filter: Filter }) {
  const { t, locale } = useI18n()
  return (
    <Queue
      queryOf={(page) => deskOrdersQuery(locale, filter, page)}
      keyOf={({ code }) => code}
      counted={(count) => t('desk.count', { count })}
      empty={<EmptyState picture={emptySearch} title={t('desk.empty')} text={filter.code ? t('desk.emptyCode') : t('desk.emptyText')} />}
    >
      {(order) => <DeskRow key={order.code} order={order} />}
    </Queue>
  )
}
