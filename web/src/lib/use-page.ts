import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The title and the canonical address of the page at hand. The first ones come with the document, from the gateway. */
export function usePage(title: string) {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = title
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? document.head.appendChild(document.createElement('link'))
    link.rel = 'canonical'
    link.href = location.origin + location.pathname
  }, [title, pathname])
}
