// Stores (sellers of the marketplace), subscriptions, and campaigns (a store's temporary discounts).

import { useQuery } from '@tanstack/react-query'
import { get } from '~shared/api/query'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

export const STORE_SORTS = ['popular', 'newest', 'rating', 'name'] as const
type StoreSort = (typeof STORE_SORTS)[number]

/** Selects stores whose name matches the text, and which sell products of the category. */
export interface StoreFilter {
  text?: string | undefined
  category?: string | undefined
  sort?: StoreSort | undefined
}

/** Ignores invalid parameters. */
export const storeFilterOf = (search: URLSearchParams): StoreFilter => ({
  text: search.get('search')?.trim() || undefined,
  category: search.get('category') ?? undefined,
  sort: STORE_SORTS.find((sort) => sort === search.get('sort')),
})

export const storesQuery = (locale: Locale, { text, category, sort = 'popular' }: StoreFilter = {}, page = 1) =>
  get(locale, '/store/all', { query: { search: text, category, sort, page: String(page) } })

export const storeQuery = (locale: Locale, slug: string) => get(locale, '/store/{store}', { path: { store: slug } })

/** Stores that the account follows. */
export const subscriptionsQuery = (locale: Locale) => ({
  ...get(locale, '/user/subscriptions', { query: { isGetAll: 'true' } }),
  staleTime: 30_000,
})

/** Undefined for guests. Public pages may have been rendered for a guest, so they do not know subscriptions. */
export function useSubscriptions() {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...subscriptionsQuery(useLocale()), enabled: isSignedIn })
  return isSignedIn ? data?.data : undefined
}

const PER_PAGE = '24'

/** Campaigns that end first come first. */
export const runningCampaignsQuery = (locale: Locale) => get(locale, '/campaign/all', { query: { page: '1', perPage: '6' } })

export const storeCampaignsQuery = (locale: Locale, store: string) => get(locale, '/store/{store}/campaigns/', { path: { store } })

export const campaignQuery = (locale: Locale, id: string, page: number) =>
  get(locale, '/campaign/{id}', { path: { id }, query: { page: String(page), perPage: PER_PAGE } })
