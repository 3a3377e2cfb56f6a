// Requests about tickets: letters that customers sent to support with the shop's contact form.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, TicketStatus } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { useStaff } from '~admin/session/store'

/** The views of the page: all open letters, the open ones of the signed-in user, and the answered ones. */
export const TICKET_VIEWS = ['open', 'mine', 'closed'] as const
export type TicketView = (typeof TICKET_VIEWS)[number]

interface TicketFilter {
  status?: TicketStatus
  assigneeId?: number | undefined
  orderCode?: string
}

/** Letters that match the filter. They are fetched again every minute, so that new letters appear without a reload. */
export const ticketsQuery = (locale: Locale, { assigneeId, ...filter }: TicketFilter, page = 1) => ({
  ...get(locale, '/admin/tickets', {
    query: { ...filter, ...(assigneeId && { assigneeId: String(assigneeId) }), page: String(page), perPage: '20' },
  }),
  staleTime: LOADER_FRESH_MS,
  refetchInterval: 60_000,
})

export const ticketViewQuery = (locale: Locale, view: TicketView, page = 1) =>
  ticketsQuery(locale, view === 'mine' ? { status: 'open', assigneeId: useStaff.getState().session?.user.id } : { status: view }, page)

const pathOf = (code: string) => `/admin/tickets/${encodeURIComponent(code)}`

export const answerTicket = (locale: Locale, code: string, text: string) =>
  call({ method: 'POST', path: `${pathOf(code)}/answer`, locale, body: { text } }) as Promise<
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
    mutationFn: (code: string) => call({ method: 'POST', path: `${pathOf(code)}/close`, locale }),
    onSuccess: (_closed, code) => toast.good(t('adminSite.tickets.closed', { code })),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}

export function useAssignTicket(code: string) {
  const { t, locale } = useI18n()
  const refresh = useRefreshTickets()
  const path = `${pathOf(code)}/assignee`
  return useMutation({
    mutationFn: (assigneeId: number | undefined) =>
      assigneeId === undefined ? call({ method: 'DELETE', path, locale }) : call({ method: 'PUT', path, locale, body: { assigneeId } }),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}

export const linkTicket = (locale: Locale, code: string, orderCode: string) =>
  call({ method: 'PUT', path: `${pathOf(code)}/order`, locale, body: { orderCode } }) as Promise<
    ApiResponse<'/admin/tickets/{code}/order', 'put'>
  >

export function useUnlinkTicket(code: string) {
  const { t, locale } = useI18n()
  const refresh = useRefreshTickets()
  return useMutation({
    mutationFn: () => call({ method: 'DELETE', path: `${pathOf(code)}/order`, locale }),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
