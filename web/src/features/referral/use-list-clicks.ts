import { useEffect } from 'react'
import { cameFromList } from './clicks'

const PRODUCT = /\/mehsullar\/([^/?#]+)/

/** The product whose card or link was pressed. */
function productIn(target: EventTarget | null): string | null {
  if (!(target instanceof Element) || !target.closest('a, button')) return null
  const card = target.closest('li, article') ?? target
  const link = card.closest<HTMLAnchorElement>('a[href*="/mehsullar/"]') ?? card.querySelector<HTMLAnchorElement>('a[href*="/mehsullar/"]')
  const slug = PRODUCT.exec(link?.pathname ?? '')?.[1]
  return slug ? decodeURIComponent(slug) : null
}

/** On the page of a blogger's list: remembers what is opened or bought from it, in this tab or in another one. */
export function useListClicks(list: string) {
  useEffect(() => {
    const note = ({ target }: Event) => {
      const slug = productIn(target)
      if (slug) cameFromList(list, slug)
    }
    // Before the link and the button act themselves.
    document.addEventListener('click', note, true)
    document.addEventListener('auxclick', note, true)
    return () => {
      document.removeEventListener('click', note, true)
      document.removeEventListener('auxclick', note, true)
    }
  }, [list])
}
