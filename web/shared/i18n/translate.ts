import type { Locale } from './locale'
import type { PartMessages } from './parts'
import { type Form, plural } from './plural'

export type PersonalMessages = typeof import('./personal/az').default
export type Messages = typeof import('./messages/az').default & Partial<PersonalMessages & PartMessages>
type Plural = Partial<Record<Form, string>> & { other: string }
type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string | Plural ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>
}[keyof T & string]

export type Key = Leaves<Required<Messages>>
export type Values = Record<string, string | number>
export type Translate = (key: Key, values?: Values) => string

function find(messages: Messages, key: string): unknown {
  return key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], messages)
}

/** A message with forms takes the one that fits `count`; `{name}` stands for a value. */
export function translator(locale: Locale, messages: Messages): Translate {
  return (key, values = {}) => {
    const found = find(messages, key)
    const text = typeof found === 'string' ? found : pick(found as Plural | undefined, plural(locale, Number(values.count ?? 0)))
    return (text ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}

const pick = (forms: Plural | undefined, form: Form) => forms?.[form] ?? forms?.other
