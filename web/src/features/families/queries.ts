import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

/** By the next birthday. */
export const familiesQuery = (locale: Locale) => ({ ...get(locale, '/user/families'), staleTime: 0 })
