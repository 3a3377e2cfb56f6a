import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

/** The last application. There is none: that is a 404. */
export const applicationQuery = (locale: Locale) => ({ ...get(locale, '/influencer/application'), staleTime: 0 })
