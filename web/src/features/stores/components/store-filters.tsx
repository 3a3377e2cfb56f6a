// Search, order and categories of the list of stores. All of them are in the address.

import { ChevronDown, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTree } from '~shared/features/catalog/queries'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { FilterLinks } from '~shared/ui/filter-links'
import { IconButton, iconButtonClass } from '~shared/ui/button'
import { type StoreFilter, storeFilterOf, STORE_SORTS } from '../queries'

export function StoreFilters({ query }: { query: StoreFilter }) {
  const t = useT()
  const tree = useTree()
  const { category } = query
  const to = (chosen: Partial<StoreFilter>) => paths.stores({ ...query, ...chosen })
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-3">
        <StoreSearch query={query} />
        <SortSelect query={query} />
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

function SortSelect({ query }: { query: StoreFilter }) {
  const t = useT()
  const navigate = useNavigate()
  const choose = (value: string) => {
    const sort = STORE_SORTS.find((sort) => sort === value && sort !== 'popular')
    // The rendered list may still be that of an earlier address.
    const current = storeFilterOf(new URLSearchParams(location.search))
    void navigate(paths.stores({ ...current, sort }), { preventScrollReset: true })
  }
  return (
    <div className="relative">
      <select
        aria-label={t('stores.sort')}
        value={query.sort ?? 'popular'}
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

const MAX_SEARCH_LENGTH = 100

function StoreSearch({ query }: { query: StoreFilter }) {
  const t = useT()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  // “Back” changes the address without remounting the field, which must keep the focus while typing.
  useEffect(() => {
    if (field.current) field.current.value = query.text ?? ''
  }, [query.text])
  return (
    <form
      role="search"
      aria-label={t('stores.search')}
      className="relative min-w-0 grow sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(paths.stores({ ...query, text: field.current?.value.trim() }), { preventScrollReset: true })
      }}
    >
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        defaultValue={query.text}
        aria-label={t('stores.search')}
        placeholder={t('stores.search')}
        className="h-11 w-full rounded-lg border border-line-strong/50 bg-surface pr-22 pl-4 placeholder:text-muted hover:border-line-strong [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute inset-y-0 right-0 flex">
        {query.text && (
          <Link to={paths.stores({ ...query, text: undefined })} aria-label={t('stores.clear')} className={iconButtonClass}>
            <X aria-hidden className="size-4.5 text-muted" />
          </Link>
        )}
        <IconButton type="submit" label={t('stores.searchButton')}>
          <Search aria-hidden className="size-5" />
        </IconButton>
      </span>
    </form>
  )
}
