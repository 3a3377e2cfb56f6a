import { get } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

export const meQuery = (locale: Locale) => ({ ...get(locale, '/user/me'), staleTime: 0 })
