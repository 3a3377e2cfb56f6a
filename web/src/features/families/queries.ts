import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** By the next birthday. */
export const familiesQuery = (locale: Locale) => ({ ...get(locale, '/user/families'), staleTime: JUST_LOADED })
