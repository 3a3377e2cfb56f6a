import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

export const preferencesQuery = (locale: Locale) => ({ ...get(locale, '/notification/preferences'), staleTime: 0 })

/** Asked for only when somebody wants to be pushed to. */
export const pushKeyQuery = (locale: Locale) => get(locale, '/notification/push/key')
