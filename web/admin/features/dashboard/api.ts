// Queries of the home page. They are fetched again every 30 seconds while the tab is visible.
import { productsQuery } from '~admin/features/products/api'
import { systemQuery } from '~admin/features/system/api'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export type DaySales = Schemas['DaySales']
export type StoreSales = Schemas['StoreSales']
export type LateDelivery = Schemas['LateDelivery']

/** TanStack Query does not refetch while the tab is hidden. */
const REFRESH_MS = 30_000
const REFRESHED = { staleTime: LOADER_FRESH_MS, refetchInterval: REFRESH_MS }

/** Sales of today, of the same weekday last week, and of the last 30 days, and late deliveries. */
export const dashboardQuery = (locale: Locale) => ({ ...get(locale, '/admin/dashboard'), ...REFRESHED })
/** The numbers of new accounts, today and on the same weekday last week. */
export const newAccountsQuery = (locale: Locale) => ({ ...get(locale, '/admin/dashboard/accounts'), ...REFRESHED })

/** The first page of published products with little stock. The page of products sends the same query. */
export const lowStockQuery = (locale: Locale) => ({
  ...productsQuery(locale, { state: 'published', stock: 'low' }),
  refetchInterval: REFRESH_MS,
})

/** A list with one product of the state (or of any state), to find out whether the shop has any. */
export const oneProductQuery = (locale: Locale, state?: 'published') => ({
  ...get(locale, '/admin/products', { query: { state, limit: '1' } }),
  staleTime: LOADER_FRESH_MS,
})

/** The state of the services, with the number of parked events: events that a service failed with several times. */
export const parkedCountQuery = (locale: Locale) => ({ ...systemQuery(locale), refetchInterval: REFRESH_MS })
