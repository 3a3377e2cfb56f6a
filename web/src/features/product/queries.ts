import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

export const productQuery = (locale: Locale, slug: string) => get(locale, '/product/{product}', { path: { product: slug } })
