import { useQuery } from '@tanstack/react-query'
import type { CartItem } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import { productsQuery } from '~shared/features/product/queries'
import { type Line, stockIds } from './rules'

/** How many of a line there are, when few are left, and what keeps it from being ordered. */
export interface GuestStock {
  available?: number | undefined
  problem?: CartItem['problem']
}

/** A basket on the device knows nothing of the stock: its products are looked up. Until they have come, nothing stands in the way. */
export function useGuestStock(lines: Line[]): (line: Line) => GuestStock {
  const locale = useLocale()
  const ids = stockIds(lines)
  const { data } = useQuery({ ...productsQuery(locale, ids), enabled: ids.length > 0 })
  return ({ id, count, size }) => {
    if (!data || !ids.includes(id)) return {}
    const card = data.data.products.find((product) => product.id === id)
    if (!card) return { available: 0, problem: 'product_not_found' }
    if (!card.inStock) return { available: 0, problem: 'out_of_stock' }
    const available = size ? size.stock : card.left
    return { available, ...(available !== undefined && count > available && { problem: 'not_enough_stock' }) }
  }
}
