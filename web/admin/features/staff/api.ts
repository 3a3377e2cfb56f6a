// Requests about members of staff and invitations.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Schemas } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export type StaffMember = Schemas['StaffMember']
export type PendingInvitation = Schemas['PendingInvitation']

const PATH = '/admin/staff'
const INVITATIONS = '/admin/staff/invitations'

export const staffQuery = (locale: Locale) => ({ ...get(locale, PATH), staleTime: LOADER_FRESH_MS })

/** Users who may not see the list of staff can read the names, too. */
export const staffNamesQuery = (locale: Locale) => get(locale, `${PATH}/names`)

export function useRefreshStaff() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['GET', PATH] })
}

export const inviteStaff = (locale: Locale, body: { phoneNumber: string; role: string }) =>
  call({ method: 'POST', path: INVITATIONS, locale, body }) as Promise<ApiResponse<typeof INVITATIONS, 'post'>>

/** `path` is that of a role or an invitation. */
export function useDelete(path: string, successText: string) {
  const { t, locale } = useI18n()
  const refresh = useRefreshStaff()
  return useMutation({
    mutationFn: () => call({ method: 'DELETE', path, locale }),
    onSuccess: () => toast.good(successText),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
