// Texts in three languages. Shoppers read the Azerbaijani text where another is missing.
import type { LocalText } from '~shared/api/types'
import { type Locale, LOCALES } from '~shared/i18n/locale'

/** The values of form fields; empty where a language is missing. */
export type TypedText = Record<Locale, string>

export const NO_TEXT: TypedText = { az: '', ru: '', en: '' }

export const typedTextOf = (text: LocalText | undefined): TypedText => ({ ...NO_TEXT, ...text })

/** Leaves out empty languages. */
export const localTextOf = ({ az, ru, en }: TypedText): LocalText => ({ az, ...(ru && { ru }), ...(en && { en }) })

export const textIn = (locale: Locale, text: LocalText) => text[locale] || text.az

export const missingLanguages = (text: LocalText) => LOCALES.filter((locale) => !text[locale]?.trim())
