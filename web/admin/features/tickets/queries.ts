import { get, JUST_LOADED } from '~shared/api/query'
import type { TicketStatus } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export const TICKET_STATES = ['open', 'closed'] as const satisfies TicketStatus[]

/** What is written meanwhile shows up by itself. */
export const ticketsQuery = (locale: Locale, status: TicketStatus, page: number) => ({
  ...get(locale, '/admin/tickets', { query: { status, page: String(page), perPage: '20' } }),
  staleTime: JUST_LOADED,
  refetchInterval: 60_000,
})
