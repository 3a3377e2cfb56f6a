import { useEffect } from 'react'
import { isAutomatic } from '~/features/analytics/tags'
import { useLocale } from '~shared/i18n/context'
import { installable } from '~/sw/register'

/** What a document does once, after everything that somebody waits for. */
export function useOnceThere() {
  const locale = useLocale()
  useEffect(() => {
    installable(locale)
    if (isAutomatic()) return
    // The page may have been left for another by now; what is measured is the one that was opened.
    const [opened] = performance.getEntriesByType('navigation')
    const pathname = opened ? new URL(opened.name).pathname : location.pathname
    void import('~/features/analytics/vitals').then(({ tellVitals }) => tellVitals(pathname)).catch(() => {})
  }, [locale])
}
