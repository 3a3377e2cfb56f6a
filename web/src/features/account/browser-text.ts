import type { SecurityEvent } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'

/** The browser and system of a session or security event, such as `Chrome, Android`. */
export const browserText = (t: Translate, { browser, system }: Pick<SecurityEvent, 'browser' | 'system'>) =>
  [browser, system].filter(Boolean).join(', ') || t('account.devices.unknown')
