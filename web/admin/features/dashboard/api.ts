import { productsQuery } from '~admin/features/products/api'
import { systemQuery } from '~admin/features/system/api'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export type DaySales = Schemas['DaySales']
export type StoreSales = Schemas['StoreSales']
export type LateDelivery = Schemas['LateDelivery']

/** TanStack Query stops while the tab is hidden. */
const REFRESH_MS = 30_000
const REFRESHED = { staleTime: LOADER_FRESH_MS, refetchInterval: REFRESH_MS }

export const dashboardQuery = (locale: Locale) => ({ ...get(locale, '/admin/dashboard'), ...REFRESHED })
export const newAccountsQuery = (locale: Locale) => ({ ...get(locale, '/admin/dashboard/accounts'), ...REFRESHED })

/** The first page of products of which few are left, as the page of products reads it. */
export const lowStockQuery = (locale: Locale) => ({
  ...productsQuery(locale, { state: 'published', stock: 'low' }),
  refetchInterval: REFRESH_MS,
})

/** One product of the state, or of any state. The list is empty if the shop has none. */
export const oneProductQuery = (locale: Locale, state?: 'published') => ({
  ...get(locale, '/admin/products', { query: { state, limit: '1' } }),
  staleTime: LOADER_FRESH_MS,
})

export const parkedCountQuery = (locale: Locale) => ({ ...systemQuery(locale), refetchInterval: REFRESH_MS })
