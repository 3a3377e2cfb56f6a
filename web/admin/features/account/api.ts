// Requests about the second factors of the signed-in user.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '~shared/api/failure'
import { call, post } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Body } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export const secondFactorsQuery = (locale: Locale) => ({ ...get(locale, '/staff/second-factors'), staleTime: LOADER_FRESH_MS })
export const passkeysQuery = (locale: Locale) => ({ ...get(locale, '/staff/passkeys'), staleTime: LOADER_FRESH_MS })

const isOfAccount = hasPathPrefix('/staff/second-factors', '/staff/passkeys')

export function useRefreshFactors() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: isOfAccount })
}

const TOTP = '/staff/second-factors/totp'
const CODES = '/staff/second-factors/recovery-codes'

/** The new secret replaces the present one only when `confirmTotp` succeeds. */
export const createTotp = (locale: Locale) => call({ method: 'POST', path: TOTP, locale }) as Promise<ApiResponse<typeof TOTP, 'post'>>
export const confirmTotp = (locale: Locale, totpCode: string) => post(locale, '/staff/second-factors/totp/confirm', { totpCode })
export const renewRecoveryCodes = (locale: Locale) =>
  call({ method: 'POST', path: CODES, locale }) as Promise<ApiResponse<typeof CODES, 'post'>>

export function useRemoveTotp() {
  const { t, locale } = useI18n()
  const refresh = useRefreshFactors()
  return useMutation({
    mutationFn: () => call({ method: 'DELETE', path: TOTP, locale }),
    onSuccess: () => toast.good(t('adminStaff.account.app.removed')),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}

/** Returns the options with which the browser creates a passkey. `registerPasskey` then stores it. */
export const beginPasskey = (locale: Locale, password: string) => post(locale, '/staff/passkeys/challenge', { password })
export const registerPasskey = (locale: Locale, body: Body<'/staff/passkeys', 'post'>) => post(locale, '/staff/passkeys', body)
export const removePasskey = (locale: Locale, id: number, password: string) =>
  call({ method: 'POST', path: `/staff/passkeys/${id}/remove`, locale, body: { password } })
