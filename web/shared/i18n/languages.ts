import type { Locale } from './locale'

/** Every language by its own name. */
export const LANGUAGE_NAMES: Record<Locale, string> = { az: 'Azərbaycanca', ru: 'Русский', en: 'English' }
