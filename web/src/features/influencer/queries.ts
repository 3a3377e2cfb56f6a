import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** The last application. There is none: that is a 404. */
export const applicationQuery = (locale: Locale) => ({ ...get(locale, '/influencer/application'), staleTime: JUST_LOADED })
