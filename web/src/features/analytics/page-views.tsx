// Reports page views to the analytics tools, without personal addresses.

import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useLocale } from '~shared/i18n/context'
import { useConsent } from './consent'
import { isAutomated, tagsOf, toolsOf } from './tools'

/** Pages whose address contains the code of an order or an id. */
const PERSONAL = /^(\/(?:ru|en))?\/(profil|idare)\/([^/]+)\/.+/
/** Pages whose address contains a secret. */
const SECRET = /\/(topdan-satis|tehlukesizlik)\/.+/

/** Omits the query too, because it may contain a token or a search. */
export const reportedUrl = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>) =>
  origin +
  pathname
    .replace(SECRET, '/$1')
    .replace(PERSONAL, (_whole, prefix: string | undefined, area: string, page: string) => `${prefix ?? ''}/${area}/${page}`)

/** The current page is reported when the visitor consents. */
export function PageViews() {
  const language = useLocale()
  const { pathname } = useLocation()
  const { state: navigationState } = useNavigation()
  const isAllowed = useConsent(({ choice }) => choice === 'analytics') && !isAutomated()
  const [tools] = useState(() => toolsOf(tagsOf(document)))
  const reportedPath = useRef<string | null>(null)

  useEffect(() => {
    if (!isAllowed || navigationState !== 'idle' || reportedPath.current === pathname) return
    const isFirst = reportedPath.current === null
    reportedPath.current = pathname
    if (isFirst) for (const { start } of tools) start()
    // The page sets its title in an effect of the same flush.
    const frame = requestAnimationFrame(() => {
      const view = { address: reportedUrl(location), title: document.title, language }
      for (const { report } of tools) report(view)
    })
    return () => cancelAnimationFrame(frame)
  }, [isAllowed, pathname, navigationState, tools, language])
  return null
}
