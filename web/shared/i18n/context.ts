// Translates texts: `t('common.retry')` returns the message in the page's language.

import { createContext, use } from 'react'
import type { Locale } from './locale'
import type { PartMessages } from './parts'

export type PluralForm = 'one' | 'few' | 'many' | 'other'

/** Returns the plural form of a whole number, by the CLDR cardinal rules. */
export function plural(locale: Locale, n: number): PluralForm {
  if (locale !== 'ru') return n === 1 ? 'one' : 'other'
  const [tens, ones] = [n % 100, n % 10]
  if (ones === 1 && tens !== 11) return 'one'
  if (ones >= 2 && ones <= 4 && (tens < 12 || tens > 14)) return 'few'
  return 'many'
}

export type PersonalMessages = typeof import('./personal/az').default
/** Parts are missing until a page loads them. */
export type Messages = typeof import('./messages/az').default & Partial<PersonalMessages & PartMessages>
type Plural = Partial<Record<PluralForm, string>> & { other: string }

/** Dotted keys such as `common.retry`. Plural forms share a key. */
type MessageKeys<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string | Plural ? `${P}${K}` : MessageKeys<T[K], `${P}${K}.`>
}[keyof T & string]

export type Key = MessageKeys<Required<Messages>>
type Values = Record<string, string | number>
export type Translate = (key: Key, values?: Values) => string

function find(messages: Messages, key: string): unknown {
  return key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], messages)
}

/** `count` selects the plural form. A missing message is shown as its key. */
export function translator(locale: Locale, messages: Messages): Translate {
  return (key, values = {}) => {
    const message = find(messages, key) as string | Plural | undefined
    const text = typeof message === 'object' ? pick(message, plural(locale, Number(values.count ?? 0))) : message
    return (text ?? key).replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
  }
}

const pick = (forms: Plural, form: PluralForm) => forms[form] ?? forms.other

export interface I18n {
  locale: Locale
  t: Translate
}

export const I18nContext = createContext<I18n | null>(null)

export function useI18n(): I18n {
  const value = use(I18nContext)
  if (!value) throw new Error('I18nContext is missing above this component')
  return value
}

export const useT = () => useI18n().t
export const useLocale = () => useI18n().locale
