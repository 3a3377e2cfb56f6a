// Reports page views to the analytics tools. They learn which kind of page was viewed, never whose.

import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useLocale } from '~shared/i18n/context'
import { isAutomated, tagsOf, toolsOf, useConsent } from './tools'

/** The deeper pages of the account and the back office, whose addresses contain an order's code or an id. */
const PERSONAL = /^(\/(?:ru|en))?\/(profil|idare)\/([^/]+)\/.+/
/** Pages whose address contains a secret. */
const SECRET = /\/(topdan-satis|tehlukesizlik)\/.+/

/** Returns the address without query, which may contain a token or a search, and without the part below an account page. */
export const reportedUrl = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>) =>
  origin +
  pathname
    .replace(SECRET, '/$1')
    .replace(PERSONAL, (_whole, prefix: string | undefined, area: string, page: string) => `${prefix ?? ''}/${area}/${page}`)

/** Reports every page view from the moment of consent, including the current page. */
export function PageViews() {
  const language = useLocale()
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const isAllowed = useConsent(({ choice }) => choice === 'analytics') && !isAutomated()
  const [tools] = useState(() => toolsOf(tagsOf(document)))
  const reportedPath = useRef<string | null>(null)

  useEffect(() => {
    if (!isAllowed || state !== 'idle' || reportedPath.current === pathname) return
    const isFirst = reportedPath.current === null
    reportedPath.current = pathname
    if (isFirst) for (const { start } of tools) start()
    // The page's own effects, which set the title, run in the same flush.
    const frame = requestAnimationFrame(() => {
      const view = { address: reportedUrl(location), title: document.title, language }
      for (const { report } of tools) report(view)
    })
    return () => cancelAnimationFrame(frame)
  }, [isAllowed, pathname, state, tools, language])
  return null
}
