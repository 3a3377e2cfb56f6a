import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

export const devicesQuery = (locale: Locale) => ({ ...get(locale, '/user/devices'), staleTime: JUST_LOADED })
