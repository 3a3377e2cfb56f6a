import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

const STALE_TIME_MS = 10 * 60_000

export const settingsQuery = (locale: Locale) => ({ ...get(locale, '/settings'), staleTime: STALE_TIME_MS, gcTime: STALE_TIME_MS })

export type TextPage = 'privacy' | 'delivery' | 'bonuses' | 'faq' | 'help' | 'payment' | 'terms'

export const contentQuery = (locale: Locale, page: TextPage) => ({
  ...get(locale, '/content/{page}', { path: { page } }),
  staleTime: STALE_TIME_MS,
})

/** The rates at which bonuses are earned and spent. */
export const bonusTermsQuery = (locale: Locale) => get(locale, '/bonuses/terms')

export const contactQuery = (locale: Locale) => ({ ...get(locale, '/content/contact'), staleTime: STALE_TIME_MS })

export type SeoPage =
  | 'home-page'
  | 'new-products-page'
  | 'sale-page'
  | 'most-saled-page'
  | 'product-page'
  | 'store-page'
  | 'cart-page'
  | 'favorite-page'
  | 'notification-page'
  | 'category-page'

export const pageSeoQuery = (locale: Locale, page: SeoPage, slug?: string) =>
  get(locale, '/seo/{page}', { path: { page }, query: { slug } })
