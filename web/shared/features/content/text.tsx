// Shows a text that staff wrote in the back office: a text page, or a section of a category.

import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { LOCALES } from '~shared/i18n/locale'
import '~shared/styles/prose.css'

const SCROLL_FRAME = 'prose-table'
/** The language at the start of a path. The router adds it itself, so `navigate` takes paths without it. */
const LANGUAGE_PREFIX = new RegExp(`^/(${LOCALES.join('|')})(?=/|$)`)

/** A text that staff wrote, as raw HTML: the service that stores it has sanitised it. */
export function Text({ html, className = '' }: { html: string; className?: string }) {
  const container = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  // Links to pages of the shop navigate without loading a document. The links are raw HTML without React's handlers, so one listener on the
  // container handles them all.
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

/** Whether the main button was pressed without a key that opens a tab, a window or a download. */
const isPlainPress = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Wraps a table in a frame that scrolls sideways, so that the keyboard can reach and scroll it. */
function wrapInFrame(table: HTMLTableElement) {
  if (table.parentElement?.className === SCROLL_FRAME) return
  const frame = document.createElement('div')
  frame.className = SCROLL_FRAME
  table.replaceWith(frame)
  frame.append(table)
  if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0
}
