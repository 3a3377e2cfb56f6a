// Requests about orders on the phone: the check of a draft, free delivery slots, the order itself, and payment links.
import { queryOptions } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get } from '~shared/api/query'
import type { ApiResponse, PhoneOrderDraft, PhoneOrderForm } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

/** A quote, the server's signed price of the order, is valid for ten minutes. */
const RECHECK_MS = 5 * 60_000
/** The slots are requested again after this time, because shoppers may take them. */
const SLOTS_STALE_TIME_MS = 60_000

/** A POST that changes nothing, so it is a query. */
export const phoneCheckQuery = (locale: Locale, draft: PhoneOrderDraft) =>
  queryOptions({
    queryKey: ['POST', '/admin/phone-orders/check', draft, locale] as const,
    queryFn: ({ signal }) =>
      call({ method: 'POST', path: '/admin/phone-orders/check', locale, body: draft, signal }) as Promise<
        ApiResponse<'/admin/phone-orders/check', 'post'>
      >,
    staleTime: 0,
    refetchInterval: RECHECK_MS,
    refetchOnWindowFocus: true,
  })

export const SLOTS_KEY = ['GET', '/delivery/slots'] as const

interface Place {
  cityId: string
  districtId: string
}

export const slotsQuery = (locale: Locale, { cityId, districtId }: Place, preparationDays: number) => ({
  ...get(locale, '/delivery/slots', { query: { cityId, districtId, preparationDays: String(preparationDays) } }),
  staleTime: SLOTS_STALE_TIME_MS,
})

export type PlacedResponse = ApiResponse<'/admin/phone-orders', 'post'>

export const placePhoneOrder = (locale: Locale, form: PhoneOrderForm, idempotencyKey: string) =>
  call({ method: 'POST', path: '/admin/phone-orders', locale, body: form, idempotencyKey }) as Promise<PlacedResponse>

export const createPaymentLink = (locale: Locale, code: string, idempotencyKey: string) =>
  call({ method: 'POST', path: `/admin/orders/${encodeURIComponent(code)}/payment-link`, locale, idempotencyKey }) as Promise<
    ApiResponse<'/admin/orders/{code}/payment-link', 'post'>
  >
