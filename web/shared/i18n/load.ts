import { importWithFreshAddress } from '~shared/lib/fresh-import'
import type { Locale } from './locale'
import { type Part, PARTS } from './parts'
import type { Messages, PersonalMessages } from './context'

// Texts of the first visit, one chunk per language.
const LOADERS: Record<Locale, () => Promise<{ default: Messages }>> = {
  az: () => import('./messages/az'),
  ru: () => import('./messages/ru'),
  en: () => import('./messages/en'),
}

// Texts of the account and sign-in pages and of all forms.
const PERSONAL: Record<Locale, () => Promise<{ default: PersonalMessages }>> = {
  az: () => import('./personal/az'),
  ru: () => import('./personal/ru'),
  en: () => import('./personal/en'),
}

export const loadMessages = async (locale: Locale): Promise<Messages> => (await importWithFreshAddress(LOADERS[locale])).default

/** Adds the texts of `personal/` to the messages. Pages that show them wait for it. */
export async function loadPersonal(locale: Locale): Promise<void> {
  const [messages, personal] = await Promise.all([loadMessages(locale), importWithFreshAddress(PERSONAL[locale])])
  Object.assign(messages, personal.default)
}

/** Adds the texts of one part. Pages that show them wait for it. */
export async function loadPart(locale: Locale, part: Part): Promise<void> {
  const [messages, texts] = await Promise.all([loadMessages(locale), importWithFreshAddress<{ default: object }>(PARTS[part][locale])])
  Object.assign(messages, { [part]: texts.default })
}
