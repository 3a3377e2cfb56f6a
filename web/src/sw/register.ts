// Makes the shop installable as an app: the web app manifest and the service worker.

import type { Locale } from '~shared/i18n/locale'

const manifestPath = (locale: Locale) => `/manifest-${locale}.webmanifest`

/** Links the manifest in the language of the page and registers the service worker. The shop works without either. */
export function makeInstallable(locale: Locale) {
  if (document.querySelector('link[rel=manifest]') === null) {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = manifestPath(locale)
    document.head.append(link)
  }
  // The mock registers its own worker, and the dev server has none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
}
