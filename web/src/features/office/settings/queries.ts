import { get } from '~/api/query'
import { settingsQuery } from '~/features/content/queries'
import type { Locale } from '~/i18n/locale'

/** Those that everybody reads; whoever is about to change them wants the newest. */
export const siteQuery = (locale: Locale) => ({ ...settingsQuery(locale), staleTime: 0 })

export const officeQuery = (locale: Locale) => ({ ...get(locale, '/admin/office'), staleTime: 0 })
