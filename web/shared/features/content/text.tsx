import { type MouseEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { LOCALES } from '~shared/i18n/locale'
import '~shared/styles/prose.css'

const SCROLL_FRAME = 'prose-table'
const PREFIX = new RegExp(`^/(${LOCALES.join('|')})(?=/|$)`)

/** Renders a text of the shop. Only the service that stores it may be trusted with raw HTML: it has sanitised it. */
export function Text({ html, className = '' }: { html: string; className?: string }) {
  const container = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  // The links are plain HTML; those to pages of the shop navigate without loading a document.
  useEffect(() => {
    const element = container.current
    const follow = (event: Event) => {
      const link = (event.target as Element).closest('a')
      if (!link || !isPlainPress(event as unknown as MouseEvent) || link.origin !== location.origin || link.target) return
      if (link.pathname === location.pathname && link.hash) return
      event.preventDefault()
      void navigate((link.pathname.replace(PREFIX, '') || '/') + link.search + link.hash)
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

/** Wraps a table so that the keyboard can scroll it. */
function wrapInFrame(table: HTMLTableElement) {
  if (table.parentElement?.className === SCROLL_FRAME) return
  const frame = document.createElement('div')
  frame.className = SCROLL_FRAME
  table.replaceWith(frame)
  frame.append(table)
  if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0
}
