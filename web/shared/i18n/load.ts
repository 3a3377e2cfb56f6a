// Loads the texts of a language in parts.

import { importWithFreshAddress } from '~shared/lib/fresh-import'
import type { Locale } from './locale'
import { type Part, PARTS } from './parts'
import type { Messages, PersonalMessages } from './context'

/** The texts of the first visit. */
const MESSAGE_LOADERS: Record<Locale, () => Promise<{ default: Messages }>> = {
  az: () => import('./messages/az'),
  ru: () => import('./messages/ru'),
  en: () => import('./messages/en'),
}

/** The texts of the account, the sign-in and all forms. */
const PERSONAL_LOADERS: Record<Locale, () => Promise<{ default: PersonalMessages }>> = {
  az: () => import('./personal/az'),
  ru: () => import('./personal/ru'),
  en: () => import('./personal/en'),
}

export const loadMessages = async (locale: Locale): Promise<Messages> => (await importWithFreshAddress(MESSAGE_LOADERS[locale])).default

export async function loadPersonal(locale: Locale): Promise<void> {
  const [messages, personal] = await Promise.all([loadMessages(locale), importWithFreshAddress(PERSONAL_LOADERS[locale])])
  // Modules are cached: this is the object that `loadMessages` returned.
  Object.assign(messages, personal.default)
}

export async function loadPart(locale: Locale, part: Part): Promise<void> {
  const [messages, texts] = await Promise.all([loadMessages(locale), importWithFreshAddress<{ default: object }>(PARTS[part][locale])])
  Object.assign(messages, { [part]: texts.default })
}
