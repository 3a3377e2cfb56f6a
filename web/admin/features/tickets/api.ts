// Requests about tickets: letters that customers sent to support with the shop's contact form.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, TicketStatus } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export const TICKET_STATUSES = ['open', 'closed'] as const satisfies TicketStatus[]

/** Letters with this status. They are fetched again every minute, so that new letters appear without a reload. */
export const ticketsQuery = (locale: Locale, status: TicketStatus, page: number) => ({
  ...get(locale, '/admin/tickets', { query: { status, page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
  refetchInterval: 60_000,
})

export const answerTicket = (locale: Locale, code: string, text: string) =>
  call({ method: 'POST', path: `/admin/tickets/${encodeURIComponent(code)}/answer`, locale, body: { text } }) as Promise<
    ApiResponse<'/admin/tickets/{code}/answer', 'post'>
  >

/** Fetches the letters again, also after a failure: another operator may have answered one. */
export function useRefreshTickets() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['GET', '/admin/tickets'] })
}

/** Marks a letter as answered, without a confirmation: it stays readable in the list of answered ones. */
export function useCloseTicket() {
  const { t, locale } = useI18n()
  const refresh = useRefreshTickets()
  return useMutation({
    mutationFn: (code: string) => call({ method: 'POST', path: `/admin/tickets/${encodeURIComponent(code)}/close`, locale }),
    onSuccess: (_closed, code) => toast.good(t('adminSite.tickets.closed', { code })),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
