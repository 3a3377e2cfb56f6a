import { useSearchParams } from 'react-router'
import type { Product } from '~shared/api/types'

/** The chosen size lives in the address, so that a link to it shows it. */
export function useChosenSize(product: Product) {
  const [search, setSearch] = useSearchParams()
  const size = product.sizes.find(({ id }) => String(id) === search.get('size'))
  const choose = (id: number) => {
    const next = new URLSearchParams(search)
    next.set('size', String(id))
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return { size, choose }
}
