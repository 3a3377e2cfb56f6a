// The page of tickets (/idare/muracietler): letters that customers sent to support with the shop's contact form.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ticketColumns } from '~admin/features/exports/columns'
import { TICKET_VIEWS, ticketsQuery, type TicketView, ticketViewQuery } from '~admin/features/tickets/api'
import { TicketCard } from '~admin/features/tickets/ticket-card'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList } from '~admin/ui/admin-page'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n } from '~shared/i18n/context'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'

export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const view = TICKET_VIEWS.find((view) => view === search.get('veziyyet')) ?? 'open'
  return (
    <AdminPage needs="tickets_read" title={t('adminSite.tickets.title')} text={t('adminSite.tickets.text')}>
      <ViewLinks current={view} />
      <PagedList
        key={view}
        queryOf={(page) => ticketViewQuery(locale, view, page)}
        keyOf={({ code }) => code}
        countText={(count) => t('adminSite.tickets.count', { count })}
        exported={{ list: 'tickets', columns: ticketColumns({ t, locale }) }}
        empty={
          view === 'open' ? (
            <EmptyState picture={emptyBell} title={t('adminSite.tickets.empty')} text={t('adminSite.tickets.emptyText')} />
          ) : (
            <p className="py-10 text-center text-muted">{t('adminSite.tickets.emptyElse')}</p>
          )
        }
      >
        {(ticket) => <TicketCard key={ticket.code} ticket={ticket} />}
      </PagedList>
    </AdminPage>
  )
}

function ViewLinks({ current }: { current: TicketView }) {
  const { t, locale } = useI18n()
  const openCount = useQuery(ticketsQuery(locale, { status: 'open' })).data?.meta.total
  const choices = TICKET_VIEWS.map((view) => ({
    to: adminPaths.tickets(view === 'open' ? undefined : view),
    label: t(`adminSite.tickets.state.${view}`),
    count: view === 'open' ? openCount : undefined,
    isCurrent: view === current,
  }))
  return <FilterLinks label={t('adminSite.tickets.states')} choices={choices} />
}
