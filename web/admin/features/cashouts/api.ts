// Requests about cash-outs: payments of a blogger's earnings to a card, which an operator approves or declines.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Body } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

/** Polled, because a payment takes seconds. */
export const adminCashoutsQuery = (locale: Locale, { isOpen }: { isOpen: boolean }, page: number) => ({
  ...get(locale, '/admin/cashouts', { query: { isOpen: String(isOpen), page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
  refetchInterval: 5_000,
})

const write = (locale: Locale, code: string, act: string, body?: unknown) =>
  call({ method: 'POST', path: `/admin/cashouts/${encodeURIComponent(code)}/${act}`, locale, body })

export const declineCashout = (locale: Locale, code: string, reason: string) => write(locale, code, 'decline', { reason })

type Resolution = Body<'/admin/cashouts/{code}/resolve', 'post'>
/** Decides a payment whose result the bank does not report. */
export const resolveCashout = (locale: Locale, code: string, resolution: Resolution) => write(locale, code, 'resolve', resolution)

export function useRefreshCashouts() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/cashouts') })
}

type Approved = ApiResponse<'/admin/cashouts/{code}/approve', 'post'>

export function useApproveCashout(
  code: string,
  { onSuccess, onError }: { onSuccess: (approved: Approved) => void; onError: (error: Error) => void },
) {
  const { locale } = useI18n()
  const refresh = useRefreshCashouts()
  const mutationFn = () => write(locale, code, 'approve') as Promise<Approved>
  return useMutation({ mutationFn, onSuccess, onError, onSettled: refresh })
}
