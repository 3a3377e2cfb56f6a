import { get } from '~/api/query'
import type { TicketStatus } from '~/api/types'
import type { Locale } from '~/i18n/locale'

export const TICKET_STATES = ['open', 'closed'] as const satisfies TicketStatus[]

/** What is written meanwhile shows up by itself. */
export const ticketsQuery = (locale: Locale, status: TicketStatus, page: number) => ({
  ...get(locale, '/admin/tickets', { query: { status, page: String(page), perPage: '20' } }),
  staleTime: 0,
  refetchInterval: 60_000,
})
