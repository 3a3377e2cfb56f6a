import { get } from '~/api/query'
import type { Locale } from '~/i18n/locale'

export const devicesQuery = (locale: Locale) => ({ ...get(locale, '/user/devices'), staleTime: 0 })
