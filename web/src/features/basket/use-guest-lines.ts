import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '~shared/features/catalog/queries'
import { useLocale } from '~shared/i18n/context'
import { type Line, stockIds } from './rules'
import { useBasket } from './store'

/** The basket's lines with names in the page's language. The device stores names in the language in which they were added. */
export function useGuestLines(): Line[] {
  const lines = useBasket((state) => state.lines)
  const ids = stockIds(lines)
  const { data } = useQuery({ ...productsQuery(useLocale(), ids), enabled: ids.length > 0 })
  if (!data) return lines
  const names = new Map(data.data.products.map(({ id, name }) => [id, name]))
  return lines.map((line) => ({ ...line, product: { ...line.product, name: names.get(line.id) ?? line.product.name } }))
}
