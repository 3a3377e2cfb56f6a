import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { AdminPage } from '~admin/ui/admin-page'
import { Queue } from '~admin/ui/queue'
import { TICKET_STATES, ticketsQuery } from '~admin/features/tickets/queries'
import { TicketCard } from '~admin/features/tickets/ticket-card'
import { useI18n } from '~shared/i18n/context'
import { adminPaths } from '~admin/paths'
import { EmptyState } from '~shared/ui/empty-state'
import { FilterLinks } from '~shared/ui/filter-links'

type State = (typeof TICKET_STATES)[number]

/** What people wrote to the shop, by whether it is answered; that is in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const state = TICKET_STATES.find((one) => one === search.get('veziyyet')) ?? 'open'
  return (
    <AdminPage title={t('office.tickets.title')} text={t('office.tickets.text')}>
      <States current={state} />
      <Queue
        key={state}
        queryOf={(page) => ticketsQuery(locale, state, page)}
        keyOf={({ code }) => code}
        counted={(count) => t('office.tickets.count', { count })}
        empty={
          state === 'open' ? (
            <EmptyState picture={emptyBell} title={t('office.tickets.empty')} text={t('office.tickets.emptyText')} />
          ) : (
            <p className="py-10 text-center text-muted">{t('office.tickets.emptyElse')}</p>
          )
        }
      >
        {(ticket) => <TicketCard key={ticket.code} ticket={ticket} />}
      </Queue>
    </AdminPage>
  )
}

/** Those that wait say how many they are, wherever one looks. */
function States({ current }: { current: State }) {
  const { t, locale } = useI18n()
  const waiting = useQuery(ticketsQuery(locale, 'open', 1)).data?.meta.total
  const choices = TICKET_STATES.map((state) => ({
    to: adminPaths.tickets(state === 'open' ? undefined : state),
    label: t(`office.tickets.state.${state}`),
    count: state === 'open' ? waiting : undefined,
    isCurrent: state === current,
  }))
  return <FilterLinks label={t('office.tickets.states')} choices={choices} />
}
