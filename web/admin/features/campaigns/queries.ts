import { get, JUST_LOADED } from '~shared/api/query'
import type { CampaignStatus } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export const STATES = ['running', 'planned', 'ended', 'cancelled'] as const satisfies CampaignStatus[]

export const deskCampaignsQuery = (locale: Locale, status: CampaignStatus | undefined, page: number) => ({
  ...get(locale, '/admin/campaigns', { query: { status, page: String(page), perPage: '20' } }),
  staleTime: JUST_LOADED,
})

export const draftQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/campaigns/{id}', { path: { id } }),
  staleTime: JUST_LOADED,
})

/** Every store there is to choose from; a marketplace of more than these will want a search. */
export const everyStoreQuery = (locale: Locale) => get(locale, '/store/all', { query: { sort: 'name', page: '1', perPage: '100' } })

/** What a store sells that fits a text. */
export const storeProductsQuery = (locale: Locale, store: string, text: string) =>
  get(locale, '/product/all', {
    query: { store, search: text || undefined, sort: text ? 'relevance' : 'popular', page: '1', perPage: '24' },
  })
