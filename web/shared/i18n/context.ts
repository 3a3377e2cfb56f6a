import { createContext, use } from 'react'
import type { Locale } from './locale'
import type { Translate } from './translate'

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
