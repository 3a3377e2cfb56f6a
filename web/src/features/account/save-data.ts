import { call } from '~shared/api/http'
import type { Locale } from '~shared/i18n/locale'

/** Fetches all that the shop knows of the account and hands it to the browser as a file. */
export async function saveData(locale: Locale, code: string) {
  const known = await call({ method: 'GET', path: '/user/export', locale })
  const file = new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `sovqat-${code}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
