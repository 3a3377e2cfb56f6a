// Texts in three languages, as forms and lists of the back office have them. Shoppers read the Azerbaijani text where another is missing.
import type { LocalText } from '~shared/api/types'
import { type Locale, LOCALES } from '~shared/i18n/locale'

/** The text of a form field in each language, or the empty string where it is missing. */
export type TypedText = Record<Locale, string>

export const NO_TEXT: TypedText = { az: '', ru: '', en: '' }

/** Converts a text of the API to the values of form fields. */
export const typedTextOf = (text: LocalText | undefined): TypedText => ({ ...NO_TEXT, ...text })

/** Converts the values of form fields to a text of the API, without the empty languages. */
export const localTextOf = ({ az, ru, en }: TypedText): LocalText => ({ az, ...(ru && { ru }), ...(en && { en }) })

/** Returns the text as a shopper with that language reads it. */
export const textIn = (locale: Locale, text: LocalText) => text[locale] || text.az

/** Returns the languages without a text. */
export const missingLanguages = (text: LocalText) => LOCALES.filter((locale) => !text[locale]?.trim())
