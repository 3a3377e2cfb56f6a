import { queryOptions } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get } from '~shared/api/query'
import type { Answer } from '~shared/api/types'
import { CHECKS } from '~/features/account/counts'
import type { Locale } from '~shared/i18n/locale'
import type { Asked } from './rules'

// Places in a slot go, and a quote holds for ten minutes.
const SLOTS_FRESH_FOR = 60_000
const ASKED_AGAIN_AFTER = 5 * 60_000

/** What stands between the cart and an order, and what it would cost. A question, for all that it is a POST. */
export const checkQuery = (locale: Locale, asked: Asked) =>
  queryOptions({
    queryKey: [...CHECKS, asked, locale] as const,
    queryFn: ({ signal }) =>
      call({ method: 'POST', path: '/order/check', locale, body: asked, signal }) as Promise<Answer<'/order/check', 'post'>>,
    staleTime: 0,
    refetchInterval: ASKED_AGAIN_AFTER,
    // Whoever comes back from another tab may have changed the cart there.
    refetchOnWindowFocus: true,
  })

/** How the key of every city's slots begins. */
export const SLOTS = ['GET', '/delivery/slots'] as const

export const slotsQuery = (locale: Locale, cityId: number, districtId: number | undefined, preparationDays: number) => ({
  ...get(locale, '/delivery/slots', {
    query: {
      cityId: String(cityId),
      districtId: districtId === undefined ? undefined : String(districtId),
      preparationDays: String(preparationDays),
    },
  }),
  staleTime: SLOTS_FRESH_FOR,
})

export const plansQuery = (locale: Locale, amount: number) => get(locale, '/payment/plans', { query: { amount: String(amount) } })
