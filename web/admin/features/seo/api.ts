// Requests about SEO texts (what search engines show of a page) and robots.txt.
import { useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, SeoText } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

/** The most visited kinds of pages come first. */
export const KINDS = [
  'home-page',
  'category-page',
  'product-page',
  'store-page',
  'stores-page',
  'new-products-page',
  'sale-page',
  'most-saled-page',
  'search-page',
  'delivery-page',
  'payment-page',
  'bonuses-page',
  'faq-page',
  'help-page',
  'contact-page',
  'wholesale-page',
  'privacy-page',
  'terms-page',
  'cart-page',
  'checkout-page',
  'favorite-page',
  'notification-page',
  'sign-in-page',
  'profile-page',
  'unsubscribe-page',
] as const

export const seoTextsQuery = (locale: Locale) => ({ ...get(locale, '/admin/seo/texts'), staleTime: LOADER_FRESH_MS })

export const robotsQuery = (locale: Locale) => ({ ...get(locale, '/admin/seo/robots'), staleTime: LOADER_FRESH_MS })

export const saveText = (locale: Locale, text: SeoText) =>
  call({ method: 'PUT', path: '/admin/seo/texts', locale, body: text }) as Promise<ApiResponse<'/admin/seo/texts', 'put'>>

export const saveRobots = (locale: Locale, body: { text: string }) =>
  call({ method: 'PUT', path: '/admin/seo/robots', locale, body }) as Promise<ApiResponse<'/admin/seo/robots', 'put'>>

/** Also refreshes the SEO texts that pages of the shop have read. */
export function useRefreshSeo() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => /^\/(admin\/)?seo\//.test(String(queryKey[1])) })
}
