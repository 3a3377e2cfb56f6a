import type { Locale } from '~shared/i18n/locale'

const MANIFEST = (locale: Locale) => `/manifest-${locale}.webmanifest`

/** Makes the shop installable, in the language of the page, and lets the worker come. Whatever fails here, the shop needs none of it. */
export function installable(locale: Locale) {
  if (document.querySelector('link[rel=manifest]') === null) {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = MANIFEST(locale)
    document.head.append(link)
  }
  // The mock has a worker of its own, and a server of modules has none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
}
