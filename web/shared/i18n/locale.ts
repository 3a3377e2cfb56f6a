// The languages. Addresses in Azerbaijani have no language prefix.

export const LOCALES = ['az', 'ru', 'en'] as const
export type Locale = (typeof LOCALES)[number]
export const FALLBACK: Locale = 'az'

export function localeOf(pathname: string): Locale {
  const first = pathname.split('/')[1]
  return first === 'ru' || first === 'en' ? first : FALLBACK
}

export const prefixOf = (locale: Locale) => (locale === FALLBACK ? '' : `/${locale}`)

export const withoutLocale = (pathname: string) => pathname.slice(prefixOf(localeOf(pathname)).length) || '/'

/** `path` has no prefix. */
export const inLocale = (locale: Locale, path: string) => `${prefixOf(locale)}${path === '/' && locale !== FALLBACK ? '' : path}`

export const LANGUAGE_NAMES: Record<Locale, string> = { az: 'Azərbaycanca', ru: 'Русский', en: 'English' }
