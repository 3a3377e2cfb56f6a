// Names the kind of a page for metrics, so that they have a few values instead of every address.

import { withoutLocale } from '~shared/i18n/locale'

/** Kinds of pages in the gateway's web vitals metrics. The first match counts. */
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
