import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { TicketStatus } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export const TICKET_STATUSES = ['open', 'closed'] as const satisfies TicketStatus[]

/** Letters with this status. The list is polled, so that new ones appear without a reload. */
export const ticketsQuery = (locale: Locale, status: TicketStatus, page: number) => ({
  ...get(locale, '/admin/tickets', { query: { status, page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
  refetchInterval: 60_000,
})

/** Marks a letter as answered, without a confirmation: it stays readable in the list of answered ones. */
export function useCloseTicket() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call({ method: 'POST', path: `/admin/tickets/${encodeURIComponent(code)}/close`, locale }),
    onSuccess: (_closed, code) => toast.good(t('adminSite.tickets.closed', { code })),
    onError: (error) => toast.bad(failureText(t, error)),
    // The list is refetched on failure, too: another operator may have answered the letter.
    onSettled: () => client.invalidateQueries({ queryKey: ['GET', '/admin/tickets'] }),
  })
}
