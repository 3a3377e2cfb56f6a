import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useT } from '~shared/i18n/context'
import { withParam } from '../filters'
import type { Sort } from '../listing'
import { useSearchAhead } from '../use-search-ahead'

const USUAL: readonly Sort[] = ['popular', 'newest', 'price_asc', 'price_desc', 'rating', 'soonest']

export function SortSelect({ sorts = USUAL, initial }: { sorts?: readonly Sort[] | undefined; initial: Sort }) {
  const t = useT()
  const id = useId()
  const [search, change] = useSearchAhead()
  const choose = (sort: string) => change((search) => withParam(search, 'sort', sort === initial ? undefined : sort))
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {t('catalog.sort.label')}
      </label>
      <select
        id={id}
        value={search.get('sort') ?? initial}
        onChange={({ target }) => choose(target.value)}
        className="h-11 appearance-none rounded-lg border border-line-strong/50 bg-surface pr-10 pl-4 text-[0.9375rem] font-medium hover:border-line-strong"
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`catalog.sort.${sort}`)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-4 text-muted" />
    </div>
  )
}
