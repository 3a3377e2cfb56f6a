import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { LOCALES } from '~shared/i18n/locale'
import '~shared/styles/prose.css'

const SCROLL_FRAME = 'prose-table'
/** `navigate` takes paths without the language. */
const LANGUAGE_PREFIX = new RegExp(`^/(${LOCALES.join('|')})(?=/|$)`)

/** A text that staff wrote. The server has sanitised the HTML. */
export function Text({ html, className = '' }: { html: string; className?: string }) {
  const container = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  // Raw HTML has no React handlers: this listener makes its links navigate within the app.
  useEffect(() => {
    const element = container.current
    const follow = (event: Event) => {
      const link = (event.target as Element).closest('a')
      if (!link || !isPlainPress(event as MouseEvent) || link.origin !== location.origin || link.target) return
      // The browser scrolls to an anchor on this page.
      if (link.pathname === location.pathname && link.hash) return
      event.preventDefault()
      void navigate((link.pathname.replace(LANGUAGE_PREFIX, '') || '/') + link.search + link.hash)
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [navigate])

  useEffect(() => {
    for (const table of container.current?.querySelectorAll('table') ?? []) wrapInFrame(table)
  }, [html])

  return <div ref={container} className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}

const isPlainPress = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Lets the keyboard reach and scroll a wide table. */
function wrapInFrame(table: HTMLTableElement) {
  if (table.parentElement?.className === SCROLL_FRAME) return
  const frame = document.createElement('div')
  frame.className = SCROLL_FRAME
  table.replaceWith(frame)
  frame.append(table)
  if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0
}
