import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** A filtered or sorted list has the address of the plain list. */
export function canonicalOf(pathname: string, search: string): string {
  const values = new URLSearchParams(search)
  const isLaterPage = [...values.keys()].join() === 'page' && Number(values.get('page')) > 1
  return isLaterPage ? `${pathname}?page=${Number(values.get('page'))}` : pathname
}

/** The server has set the head of the first page. */
export function useDocumentHead(title: string) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    document.title = title
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? document.head.appendChild(document.createElement('link'))
    link.rel = 'canonical'
    link.href = location.origin + canonicalOf(location.pathname, search)
  }, [title, pathname, search])
}
