import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useLocale } from '~shared/i18n/context'
import { isAutomated, tagsOf, toolsOf, useConsent } from './tools'

// Analytics tools learn which kind of page was viewed, never whose.

const PERSONAL = /^(\/(?:ru|en))?\/(profil|idare)\/([^/]+)\/.+/
const WHOLESALE = /\/topdan-satis\/.+/

/** Returns the address without query, which may contain a token or a search, and without the part below an account page. */
export const reportedUrl = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>) =>
  origin +
  pathname
    .replace(WHOLESALE, '/topdan-satis')
    .replace(PERSONAL, (_whole, prefix: string | undefined, area: string, page: string) => `${prefix ?? ''}/${area}/${page}`)

/** Reports every page view from the moment of consent, including the current page. */
export function PageViews() {
  const language = useLocale()
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const isAllowed = useConsent(({ choice }) => choice === 'analytics') && !isAutomated()
  const [tools] = useState(() => toolsOf(tagsOf(document)))
  const reported = useRef<string | null>(null)

  useEffect(() => {
    if (!isAllowed || state !== 'idle' || reported.current === pathname) return
    const isFirst = reported.current === null
    reported.current = pathname
    if (isFirst) for (const { start } of tools) start()
    // The page's own effects, which set the title, run in the same flush.
    const frame = requestAnimationFrame(() => {
      const view = { address: reportedUrl(location), title: document.title, language }
      for (const { sees } of tools) sees(view)
    })
    return () => cancelAnimationFrame(frame)
  }, [isAllowed, pathname, state, tools, language])
  return null
}
