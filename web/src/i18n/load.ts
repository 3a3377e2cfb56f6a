import type { Locale } from './locale'
import type { Messages } from './translate'

// One chunk a language: nobody downloads the other two.
const LOADERS: Record<Locale, () => Promise<{ default: Messages }>> = {
  az: () => import('./messages/az'),
  ru: () => import('./messages/ru'),
  en: () => import('./messages/en'),
}

export const loadMessages = async (locale: Locale): Promise<Messages> => (await LOADERS[locale]()).default
