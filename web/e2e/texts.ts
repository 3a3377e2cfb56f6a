import { readdirSync, readFileSync } from 'node:fs'
import { money, setNumberLocale } from '~shared/i18n/format'
import type { Locale } from '~shared/i18n/locale'
import { type Messages, translator } from '~shared/i18n/context'

const NAMESPACES = readdirSync(new URL('../locales/az', import.meta.url)).map((file) => file.replace('.json', ''))

const read = (locale: Locale, namespace: string): unknown =>
  JSON.parse(readFileSync(new URL(`../locales/${locale}/${namespace}.json`, import.meta.url), 'utf8'))

/** Returns a function that translates a key, such as `cart.checkout`. */
export const texts = (locale: Locale) =>
  translator(locale, Object.fromEntries(NAMESPACES.map((namespace) => [namespace, read(locale, namespace)])) as Messages)

export const az = texts('az')

/** Formats an amount in qəpik (1 ₼ = 100 qəpik). `money` uses one locale for the whole process, so this sets Azerbaijani again. */
export function moneyIn(locale: Locale, qepik: number): string {
  setNumberLocale(locale)
  const text = money(qepik)
  setNumberLocale('az')
  return text
}
