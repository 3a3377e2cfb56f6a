import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useLocale } from '~shared/i18n/context'
import { useConsent } from './consent'
import { toldAddress } from './page-address'
import { isAutomatic, tagsOf } from './tags'
import { toolsOf } from './tools'

/** Tells the tools of every page, the first one included, from the moment somebody has allowed it. */
export function PageViews() {
  const language = useLocale()
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const isAllowed = useConsent(({ choice }) => choice === 'analytics') && !isAutomatic()
  const [tools] = useState(() => toolsOf(tagsOf(document)))
  const told = useRef<string | null>(null)

  useEffect(() => {
    if (!isAllowed || state !== 'idle' || told.current === pathname) return
    const isFirst = told.current === null
    told.current = pathname
    if (isFirst) for (const { start } of tools) start()
    // The page's own effects, which set the title, run in the same flush.
    const frame = requestAnimationFrame(() => {
      const view = { address: toldAddress(location), title: document.title, language }
      for (const { sees } of tools) sees(view)
    })
    return () => cancelAnimationFrame(frame)
  }, [isAllowed, pathname, state, tools, language])
  return null
}
