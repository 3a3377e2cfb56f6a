import { post } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const BONUSES_PER_PAGE = '20'

export const bonusesQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/user/bonuses', { query: { page: String(page), perPage: BONUSES_PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

export const devicesQuery = (locale: Locale) => ({ ...get(locale, '/user/devices'), staleTime: LOADER_FRESH_MS })

export const passkeysQuery = (locale: Locale) => ({ ...get(locale, '/user/passkeys'), staleTime: LOADER_FRESH_MS })

/** The events of the last 90 days, newest first. */
export const securityEventsQuery = (locale: Locale) => ({ ...get(locale, '/user/security/events'), staleTime: LOADER_FRESH_MS })

/** The token is sent in a POST body, because addresses are logged. */
export const noticeQuery = (locale: Locale, token: string) => ({
  queryKey: ['POST', '/security/notice', token, locale],
  queryFn: () => post(locale, '/security/notice', { token }),
  staleTime: Infinity,
  gcTime: 0,
})

/** The next birthday comes first. */
export const familiesQuery = (locale: Locale) => ({ ...get(locale, '/user/families'), staleTime: LOADER_FRESH_MS })

export const notificationsQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/notification/all', { query: { page: String(page) } }),
  staleTime: LOADER_FRESH_MS,
})

export const preferencesQuery = (locale: Locale) => ({ ...get(locale, '/notification/preferences'), staleTime: LOADER_FRESH_MS })

/** Fetched only when a user turns pushes on. */
export const pushKeyQuery = (locale: Locale) => get(locale, '/notification/push/key')

const ORDERS_PER_PAGE = '10'

export const ordersQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/order/all', { query: { page: String(page), perPage: ORDERS_PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

export const orderQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/order/{code}', { path: { code } }),
  staleTime: LOADER_FRESH_MS,
})

/** `amount` is in qəpik. */
export const plansQuery = (locale: Locale, amount: number) => get(locale, '/payment/plans', { query: { amount: String(amount) } })

/** Countries whose phone numbers can sign in. */
export const countriesQuery = (locale: Locale) => get(locale, '/auth/countries')

/** Whether a password reset link is valid. Fetched once, because an invalid link stays invalid. */
export const resetLinkQuery = (locale: Locale, token: string) => ({
  ...get(locale, '/auth/password/forget/verify', { query: { token } }),
  staleTime: Infinity,
  gcTime: 0,
})
