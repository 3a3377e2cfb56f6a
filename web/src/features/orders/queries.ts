import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

const PER_PAGE = '10'

/** The caller's own, newest first. */
export const ordersQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/order/all', { query: { page: String(page), perPage: PER_PAGE } }),
  staleTime: 0,
})

export const orderQuery = (locale: Locale, code: string) => ({ ...get(locale, '/order/{code}', { path: { code } }), staleTime: 0 })

export const plansQuery = (locale: Locale, amount: number) => get(locale, '/payment/plans', { query: { amount: String(amount) } })
