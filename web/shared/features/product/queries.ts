import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

export const productQuery = (locale: Locale, slug: string) => get(locale, '/product/{product}', { path: { product: slug } })

/** Cards of those of the products that are still for sale, in the order of their ids here. */
export const productsQuery = (locale: Locale, ids: number[]) =>
  get(locale, '/product/all', { query: { ids: ids.join(','), perPage: '100' } })
