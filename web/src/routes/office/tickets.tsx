import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import emptyBell from '~/assets/pictures/empty-bell.webp'
import { DeskPage } from '~/features/desk/desk-page'
import { Queue } from '~/features/desk/queue'
import { TICKET_STATES, ticketsQuery } from '~/features/office/tickets/queries'
import { TicketCard } from '~/features/office/tickets/ticket-card'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'

type State = (typeof TICKET_STATES)[number]

/** What people wrote to the shop, by whether it is answered; that is in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const state = TICKET_STATES.find((one) => one === search.get('veziyyet')) ?? 'open'
  return (
    <DeskPage title={t('office.tickets.title')} text={t('office.tickets.text')}>
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
    </DeskPage>
  )
}

/** Those that wait say how many they are, wherever one looks. */
function States({ current }: { current: State }) {
  const { t, locale } = useI18n()
  const waiting = useQuery(ticketsQuery(locale, 'open', 1)).data?.meta.total
  const choices = TICKET_STATES.map((state) => ({
    to: deskPaths.tickets(state === 'open' ? undefined : state),
    label: t(`office.tickets.state.${state}`),
    count: state === 'open' ? waiting : undefined,
    isCurrent: state === current,
  }))
  return <FilterLinks label={t('office.tickets.states')} choices={choices} />
}
