import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Canonical address: a later page of a full list is its own, a filtered or sorted list is that of the plain one. */
export function canonicalOf(pathname: string, search: string): string {
  const values = new URLSearchParams(search)
  const isLater = [...values.keys()].join() === 'page' && Number(values.get('page')) > 1
  return isLater ? `${pathname}?page=${Number(values.get('page'))}` : pathname
}

/** Sets title and canonical address of the page. The first ones come with the document from the gateway. */
export function usePage(title: string) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    document.title = title
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? document.head.appendChild(document.createElement('link'))
    link.rel = 'canonical'
    link.href = location.origin + canonicalOf(location.pathname, search)
  }, [title, pathname, search])
}
