// Queries of the checkout: the check of the cart, the delivery slots (a time window of one day), and instalment plans.

import { queryOptions } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get } from '~shared/api/query'
import type { ApiResponse } from '~shared/api/types'
import { ORDER_CHECKS_KEY } from '~/features/account/counts'
import type { Locale } from '~shared/i18n/locale'
import type { CheckRequest } from './rules'

/** How long slots count as fresh: others may take them. */
const SLOTS_STALE_TIME_MS = 60_000
/** How often the cart is checked again. The quote, the server's signed price of the order, is valid for ten minutes. */
const RECHECK_MS = 5 * 60_000

/** Checks the cart and prices the order. The request is a POST with a body, but changes nothing, so it is a query. */
export const checkQuery = (locale: Locale, request: CheckRequest) =>
  queryOptions({
    queryKey: [...ORDER_CHECKS_KEY, request, locale] as const,
    queryFn: ({ signal }) =>
      call({ method: 'POST', path: '/order/check', locale, body: request, signal }) as Promise<ApiResponse<'/order/check', 'post'>>,
    staleTime: 0,
    refetchInterval: RECHECK_MS,
    // The cart may have been changed in another tab.
    refetchOnWindowFocus: true,
  })

export const SLOTS_KEY = ['GET', '/delivery/slots'] as const

/** The slots of the next two weeks for a place, for goods that need these days of preparation. */
export const slotsQuery = (locale: Locale, cityId: number, districtId: number | undefined, preparationDays: number) => ({
  ...get(locale, '/delivery/slots', {
    query: {
      cityId: String(cityId),
      districtId: districtId === undefined ? undefined : String(districtId),
      preparationDays: String(preparationDays),
    },
  }),
  staleTime: SLOTS_STALE_TIME_MS,
})

/** The instalment plans for an amount in qəpik. */
export const plansQuery = (locale: Locale, amount: number) => get(locale, '/payment/plans', { query: { amount: String(amount) } })
