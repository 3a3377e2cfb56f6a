import { ChevronDown } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useTree } from '~shared/features/catalog/queries'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { FilterLinks } from '~shared/ui/filter-links'
import { type Asked, askedOf, STORE_SORTS } from '../queries'
import { StoreSearch } from './store-search'

/** Which stores, and in which order. */
export function StoreFilters({ asked }: { asked: Asked }) {
  const t = useT()
  const tree = useTree()
  const { category } = asked
  const to = (chosen: Partial<Asked>) => paths.stores({ ...asked, ...chosen })
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-3">
        <StoreSearch asked={asked} />
        <SortSelect asked={asked} />
      </div>
      <FilterLinks
        label={t('stores.categories')}
        choices={[
          { to: to({ category: undefined }), label: t('stores.all'), isCurrent: !category },
          ...tree.map(({ slug, name }) => ({ to: to({ category: slug }), label: name, isCurrent: category === slug })),
        ]}
      />
    </div>
  )
}

function SortSelect({ asked }: { asked: Asked }) {
  const t = useT()
  const navigate = useNavigate()
  const choose = (value: string) => {
    const sort = STORE_SORTS.find((one) => one === value && one !== 'popular')
    // As the address has it: whoever chose a category a moment ago may still see the list from before.
    const now = askedOf(new URLSearchParams(location.search))
    void navigate(paths.stores({ ...now, sort }), { preventScrollReset: true })
  }
  return (
    <div className="relative">
      <select
        aria-label={t('stores.sort')}
        value={asked.sort ?? 'popular'}
        onChange={({ target }) => choose(target.value)}
        className="h-11 appearance-none rounded-lg border border-line-strong/50 bg-surface pr-10 pl-4 text-[0.9375rem] font-medium hover:border-line-strong"
      >
        {STORE_SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t(`stores.sorts.${sort}`)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-4 text-muted" />
    </div>
  )
}
