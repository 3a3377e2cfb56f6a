import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

export const storesQuery = (locale: Locale, page = 1) => get(locale, '/store/all', { query: { sort: 'popular', page: String(page) } })
export const storeQuery = (locale: Locale, slug: string) => get(locale, '/store/{store}', { path: { store: slug } })
