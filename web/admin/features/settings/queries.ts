import { get, JUST_LOADED } from '~shared/api/query'
import { settingsQuery } from '~shared/features/content/queries'
import type { Locale } from '~shared/i18n/locale'

/** Those that everybody reads; whoever is about to change them wants the newest. */
export const siteQuery = (locale: Locale) => ({ ...settingsQuery(locale), staleTime: JUST_LOADED })

export const officeQuery = (locale: Locale) => ({ ...get(locale, '/admin/office'), staleTime: JUST_LOADED })
