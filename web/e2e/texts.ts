// Reads the texts of the shop in each language, so that tests find elements by the text that a visitor sees.

import { readdirSync, readFileSync } from 'node:fs'
import { money, setNumberLocale } from '~shared/i18n/format'
import type { Locale } from '~shared/i18n/locale'
import { type Messages, translator } from '~shared/i18n/context'

/** The names of the files with texts. Each area of the shop has one in each language. */
const NAMESPACES = readdirSync(new URL('../locales/az', import.meta.url)).map((file) => file.replace('.json', ''))

const read = (locale: Locale, namespace: string): unknown =>
  JSON.parse(readFileSync(new URL(`../locales/${locale}/${namespace}.json`, import.meta.url), 'utf8'))

/** Returns a function that translates the key of a text, such as `cart.checkout`. Tests with keys still pass when the wording changes. */
export const texts = (locale: Locale) =>
  translator(locale, Object.fromEntries(NAMESPACES.map((namespace) => [namespace, read(locale, namespace)])) as Messages)

/** Translates the key of a text to Azerbaijani, the default language of the shop. */
export const az = texts('az')

/** Formats an amount in qəpik (1 ₼ = 100 qəpik) as pages in this language do. */
export function moneyIn(locale: Locale, qepik: number): string {
  setNumberLocale(locale)
  const text = money(qepik)
  setNumberLocale('az')
  return text
}
