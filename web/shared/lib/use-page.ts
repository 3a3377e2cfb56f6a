import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** What search engines are to take for this page: a later page of a whole list is itself, a filtered or sorted one is the list. */
export function canonicalOf(pathname: string, search: string): string {
  const values = new URLSearchParams(search)
  const isLater = [...values.keys()].join() === 'page' && Number(values.get('page')) > 1
  return isLater ? `${pathname}?page=${Number(values.get('page'))}` : pathname
}

/** The title and the canonical address of the page at hand. The first ones come with the document, from the gateway. */
export function usePage(title: string) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    document.title = title
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? document.head.appendChild(document.createElement('link'))
    link.rel = 'canonical'
    link.href = location.origin + canonicalOf(location.pathname, search)
  }, [title, pathname, search])
}
