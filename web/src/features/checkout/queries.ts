import { queryOptions } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get } from '~shared/api/query'
import type { ApiResponse } from '~shared/api/types'
import { ORDER_CHECKS_KEY } from '~/features/account/counts'
import type { Locale } from '~shared/i18n/locale'
import type { CheckRequest } from './rules'

/** The slots are requested again after this time, because other shoppers may take them. */
const SLOTS_STALE_TIME_MS = 60_000
/** The quote, the server's signed price of the order, is valid for ten minutes. */
const RECHECK_MS = 5 * 60_000

/** A POST that changes nothing, so it is a query. */
export const checkQuery = (locale: Locale, request: CheckRequest) =>
  queryOptions({
    queryKey: [...ORDER_CHECKS_KEY, request, locale] as const,
    queryFn: ({ signal }) =>
      call({ method: 'POST', path: '/order/check', locale, body: request, signal }) as Promise<ApiResponse<'/order/check', 'post'>>,
    staleTime: 0,
    refetchInterval: RECHECK_MS,
    // Another tab may have changed the cart.
    refetchOnWindowFocus: true,
  })

export const SLOTS_KEY = ['GET', '/delivery/slots'] as const

/** Slots of the next two weeks. */
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
