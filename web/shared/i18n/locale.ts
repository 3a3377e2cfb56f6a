// The languages of the shop, and their prefixes in addresses: `/ru/sebet`, `/en/sebet`, and `/sebet` for Azerbaijani.

export const LOCALES = ['az', 'ru', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export const FALLBACK: Locale = 'az'

/** Returns the language of a path. */
export function localeOf(pathname: string): Locale {
  const first = pathname.split('/')[1]
  return first === 'ru' || first === 'en' ? first : FALLBACK
}

/** Returns the router's basename; az has none. */
export const prefixOf = (locale: Locale) => (locale === FALLBACK ? '' : `/${locale}`)

/** Returns the pathname without language prefix, as the router has it. */
export const withoutLocale = (pathname: string) => pathname.slice(prefixOf(localeOf(pathname)).length) || '/'

/** Returns the address of a page in another language. `path` has no prefix. */
export const inLocale = (locale: Locale, path: string) => `${prefixOf(locale)}${path === '/' && locale !== FALLBACK ? '' : path}`

export const LANGUAGE_NAMES: Record<Locale, string> = { az: 'Azərbaycanca', ru: 'Русский', en: 'English' }
