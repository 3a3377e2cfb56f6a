import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** After a navigation the heading of the new page has the focus and its title is read out, as a browser does for documents. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const [title, setTitle] = useState('')
  const last = useRef(pathname)

  useEffect(() => {
    if (state !== 'idle' || last.current === pathname) return
    last.current = pathname
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
