import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const PER_PAGE = '10'

/** The caller's own, newest first. */
export const ordersQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/order/all', { query: { page: String(page), perPage: PER_PAGE } }),
  staleTime: JUST_LOADED,
})

export const orderQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/order/{code}', { path: { code } }),
  staleTime: JUST_LOADED,
})

export const plansQuery = (locale: Locale, amount: number) => get(locale, '/payment/plans', { query: { amount: String(amount) } })
