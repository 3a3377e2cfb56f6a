// Requests about promo codes: a code takes something off an order (a percentage, an amount, or the delivery fee).
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PromoFilter } from '~admin/paths'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Promo, PromoForm, PromoTrialForm } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export const promosQuery = (locale: Locale, { status, code }: PromoFilter, page: number) => ({
  ...get(locale, '/admin/promos', { query: { status, code, page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
})

export const promoQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/promos/{id}', { path: { id } }),
  staleTime: LOADER_FRESH_MS,
})

export const savePromo = (locale: Locale, form: PromoForm, id?: number) =>
  call(
    id === undefined
      ? { method: 'POST', path: '/admin/promos', locale, body: form }
      : { method: 'PUT', path: `/admin/promos/${id}`, locale, body: form },
  ) as Promise<ApiResponse<'/admin/promos', 'post'>>

/** Returns what the code would take off a cart, without an order. */
export const tryPromo = (locale: Locale, id: number, cart: PromoTrialForm) =>
  call({ method: 'POST', path: `/admin/promos/${id}/try`, locale, body: cart }) as Promise<ApiResponse<'/admin/promos/{id}/try', 'post'>>

export function useRefreshPromos() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/promos') })
}

/** There is no confirmation, because each action undoes the other. */
export function usePause({ id, code, isPaused }: Pick<Promo, 'id' | 'code' | 'isPaused'>) {
  const { t, locale } = useI18n()
  const refresh = useRefreshPromos()
  return useMutation({
    mutationFn: () => call({ method: 'POST', path: `/admin/promos/${id}/${isPaused ? 'resume' : 'pause'}`, locale }),
    onSuccess: () => toast.good(t(isPaused ? 'campaigns.promos.resumed' : 'campaigns.promos.paused', { code })),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
