import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

export const meQuery = (locale: Locale) => ({ ...get(locale, '/user/me'), staleTime: 0 })
