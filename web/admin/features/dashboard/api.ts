// Queries for the home page of the back office.
import { productsQuery } from '~admin/features/products/api'
import { systemQuery } from '~admin/features/system/api'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export type DaySales = Schemas['DaySales']
export type StoreSales = Schemas['StoreSales']
export type LateDelivery = Schemas['LateDelivery']

/** The figures are fetched again at this interval, but not while the tab is hidden. */
const REFRESH_MS = 30_000
const REFRESHED = { staleTime: LOADER_FRESH_MS, refetchInterval: REFRESH_MS }

export const dashboardQuery = (locale: Locale) => ({ ...get(locale, '/admin/dashboard'), ...REFRESHED })
export const newAccountsQuery = (locale: Locale) => ({ ...get(locale, '/admin/dashboard/accounts'), ...REFRESHED })

/** The product list sends the same query. */
export const lowStockQuery = (locale: Locale) => ({
  ...productsQuery(locale, { state: 'published', stock: 'low' }),
  refetchInterval: REFRESH_MS,
})

/** Tells whether the shop has any product of the state, or any at all. */
export const oneProductQuery = (locale: Locale, state?: 'published') => ({
  ...get(locale, '/admin/products', { query: { state, limit: '1' } }),
  staleTime: LOADER_FRESH_MS,
})

/** Parked events are events that a service failed to apply several times. */
export const parkedCountQuery = (locale: Locale) => ({ ...systemQuery(locale), refetchInterval: REFRESH_MS })
