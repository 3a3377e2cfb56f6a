// The kind of a page, as a metric's label with few values.

import { withoutLocale } from '~shared/i18n/locale'

/** Kinds as in the gateway's metrics of web vitals. The first match counts. */
const KINDS: [RegExp, string][] = [
  [/^\/?$/, 'home'],
  [/^\/kateqoriya\//, 'category'],
  [/^\/mehsullar\//, 'product'],
  [/^\/axtaris\//, 'search'],
  [/^\/yeni-mehsullar$/, 'newest'],
  [/^\/endirimler$/, 'sale'],
  [/^\/cox-satilanlar$/, 'popular'],
  [/^\/magazalar$/, 'stores'],
  [/^\/magazalar\//, 'store'],
  [/^\/siyahi\//, 'list'],
  [/^\/kampaniya\//, 'campaign'],
  [/^\/elaqe$/, 'contact'],
  [/^\/(gizlilik-sertleri|catdirilma|bonuslar|faq|komek|odenis|sertler)$/, 'content'],
  [/^\/topdan-satis(\/|$)/, 'wholesale'],
  [/^\/sebet\/sifaris$/, 'checkout'],
  [/^\/sebet(\/|$)/, 'cart'],
  [/^\/(profil(\/|$)|beyendiklerim$)/, 'account'],
]

export function pageKind(pathname: string): string {
  const path = withoutLocale(pathname)
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
}
