import type { Locale } from '~shared/i18n/locale'

const manifestPath = (locale: Locale) => `/manifest-${locale}.webmanifest`

/** Links the manifest and registers the service worker. The shop works without them. */
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
