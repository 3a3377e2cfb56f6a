import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

export const preferencesQuery = (locale: Locale) => ({ ...get(locale, '/notification/preferences'), staleTime: JUST_LOADED })

/** Asked for only when somebody wants to be pushed to. */
export const pushKeyQuery = (locale: Locale) => get(locale, '/notification/push/key')
