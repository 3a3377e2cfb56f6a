// Names the browser of a session or a security event.

import type { SecurityEvent } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'

/** Returns the browser and system as `Chrome, Android`. */
export const browserText = (t: Translate, { browser, system }: Pick<SecurityEvent, 'browser' | 'system'>) =>
  [browser, system].filter(Boolean).join(', ') || t('account.devices.unknown')
