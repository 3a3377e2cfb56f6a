import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '~shared/i18n/context'
import { ORDERS, orderOf } from '../order'

const ORDER = 'sort'

export function useOrder() {
  const [search, setSearch] = useSearchParams()
  const order = orderOf(search.get(ORDER))
  const set = (next: string) => setSearch(next === 'added' ? {} : { [ORDER]: next }, { replace: true, preventScrollReset: true })
  return [order, set] as const
}

export function OrderSelect() {
  const t = useT()
  const id = useId()
  const [order, setOrder] = useOrder()
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {t('catalog.sort.label')}
      </label>
      <select
        id={id}
        value={order}
        onChange={({ target }) => setOrder(target.value)}
        className="h-11 appearance-none rounded-lg border border-line-strong/50 bg-surface pr-10 pl-4 text-[0.9375rem] font-medium hover:border-line-strong"
      >
        {ORDERS.map((one) => (
          <option key={one} value={one}>
            {t(`favourites.sort.${one}`)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-4 text-muted" />
    </div>
  )
}
