// Queries of the account's pages: bonuses, devices, security, notifications, orders.

import { post } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const BONUSES_PER_PAGE = '20'

/** The account's bonuses with a page of their history, newest first. */
export const bonusesQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/user/bonuses', { query: { page: String(page), perPage: BONUSES_PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

export const devicesQuery = (locale: Locale) => ({ ...get(locale, '/user/devices'), staleTime: LOADER_FRESH_MS })

export const passkeysQuery = (locale: Locale) => ({ ...get(locale, '/user/passkeys'), staleTime: LOADER_FRESH_MS })

/** Security events of the account in the last 90 days, newest first. */
export const securityEventsQuery = (locale: Locale) => ({ ...get(locale, '/user/security/events'), staleTime: LOADER_FRESH_MS })

/**
 * The security event that a mailed notice reports. The request is a POST, because the address of a GET, with the token, would be logged.
 */
export const noticeQuery = (locale: Locale, token: string) => ({
  queryKey: ['POST', '/security/notice', token, locale],
  queryFn: () => post(locale, '/security/notice', { token }),
  staleTime: Infinity,
  gcTime: 0,
})

/** The birthdays of the user's relatives, the next one first. */
export const familiesQuery = (locale: Locale) => ({ ...get(locale, '/user/families'), staleTime: LOADER_FRESH_MS })

export const notificationsQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/notification/all', { query: { page: String(page) } }),
  staleTime: LOADER_FRESH_MS,
})

export const preferencesQuery = (locale: Locale) => ({ ...get(locale, '/notification/preferences'), staleTime: LOADER_FRESH_MS })

/** The shop's public key for pushes, fetched only when a user turns them on. */
export const pushKeyQuery = (locale: Locale) => get(locale, '/notification/push/key')

const ORDERS_PER_PAGE = '10'

/** The account's orders, newest first. */
export const ordersQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/order/all', { query: { page: String(page), perPage: ORDERS_PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

export const orderQuery = (locale: Locale, code: string) => ({
  ...get(locale, '/order/{code}', { path: { code } }),
  staleTime: LOADER_FRESH_MS,
})

/** The instalment plans for an amount in qəpik. */
export const plansQuery = (locale: Locale, amount: number) => get(locale, '/payment/plans', { query: { amount: String(amount) } })

/** The countries whose phone numbers can sign in. */
export const countriesQuery = (locale: Locale) => get(locale, '/auth/countries')

/** Whether the mailed link for a forgotten password is still valid. Fetched once, because an invalid link stays invalid. */
export const resetLinkQuery = (locale: Locale, token: string) => ({
  ...get(locale, '/auth/password/forget/verify', { query: { token } }),
  staleTime: Infinity,
  gcTime: 0,
})
