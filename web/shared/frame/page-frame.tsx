// Shared by the layouts of the shop and of the back office.

import { useEffect, useRef, useState } from 'react'
import { type Location, useLocation, useNavigation } from 'react-router'
import { useT } from '~shared/i18n/context'

export function SkipLink() {
  const t = useT()
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
    >
      {t('common.skip')}
    </a>
  )
}

/** The first history entry of every document has the key `default`, so its URL is used. */
export const scrollKeyOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

/** Faster navigations show no progress bar, which would only flicker. */
const SHOW_AFTER_MS = 200

export function LoadingBar() {
  const isLoading = useNavigation().state !== 'idle'
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), SHOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading])
  if (!isSlow) return null
  return <div aria-hidden className="fixed inset-x-0 top-0 z-60 h-[3px] origin-left animate-pulse bg-accent" />
}

/** Focuses the heading and announces the title after a navigation, as a browser does for a document. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const [title, setTitle] = useState('')
  const announcedPath = useRef(pathname)

  useEffect(() => {
    if (state !== 'idle' || announcedPath.current === pathname) return
    announcedPath.current = pathname
    // The page's own effects, which set the title, run in the same flush.
    const frame = requestAnimationFrame(() => {
      document.querySelector('h1')?.focus({ preventScroll: true })
      setTitle(document.title)
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname, state])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
