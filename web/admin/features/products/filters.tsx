// The filter and the sorting of the product list. Both are in the address.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { categoriesQuery } from '~admin/features/categories/api'
import { adminPaths, MISSING_PARTS, type ProductFilter, PRODUCT_STATES, STOCK_LEVELS } from '~admin/paths'
import { SearchBox } from '~admin/ui/admin-page'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { SelectField } from '~shared/ui/fields'
import { FilterLinks } from '~shared/ui/filter-links'
import { withPaths } from './categories'
import { useStoreChoices } from './stores'
import { focusFirstRow } from './table'

/** The returned search field takes the focus when the key `/` is pressed outside of a field. */
function useSlashKey() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return field
}

export function ProductFilters({ filter }: { filter: ProductFilter }) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const searchField = useSlashKey()
  const { data: categories } = useQuery(categoriesQuery(locale))
  const stores = useStoreChoices()?.stores ?? []
  const apply = (change: ProductFilter) => void navigate(adminPaths.products({ ...filter, ...change }))
  const states = [undefined, ...PRODUCT_STATES].map((state) => ({
    to: adminPaths.products({ ...filter, state }),
    label: t(state ? `adminProducts.state.${state}` : 'adminProducts.allStates'),
    isCurrent: state === filter.state,
  }))
  const { sort: _sort, direction: _direction, ...conditions } = filter
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchBox
          ref={searchField}
          search={t('adminProducts.search')}
          label={t('adminProducts.searchField')}
          placeholder={t('adminProducts.searchField')}
          aria-keyshortcuts="/"
          typed={filter.text ?? ''}
          onSearch={(text) => apply({ text: text || undefined })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            focusFirstRow()
          }}
        />
        <FilterLinks label={t('adminProducts.states')} choices={states} />
      </div>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <SelectField
          label={t('adminProducts.label.categoryId')}
          placeholder={t('adminProducts.any')}
          choices={withPaths(categories?.data ?? [], locale).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filter.categoryId ?? ''}
          onChange={({ target }) => apply({ categoryId: target.value || undefined })}
        />
        <SelectField
          label={t('adminProducts.label.storeId')}
          placeholder={t('adminProducts.any')}
          choices={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filter.storeId ?? ''}
          onChange={({ target }) => apply({ storeId: target.value || undefined })}
        />
        <SelectField
          label={t('adminProducts.column.stock')}
          placeholder={t('adminProducts.any')}
          choices={STOCK_LEVELS.map((value) => ({ value, label: t(`adminProducts.level.${value}`) }))}
          value={filter.stock ?? ''}
          onChange={({ target }) => {
            const stock = STOCK_LEVELS.find((level) => level === target.value)
            apply({ stock, ...(!stock && filter.sort === 'stock' && { sort: undefined, direction: undefined }) })
          }}
        />
        <SelectField
          label={t('adminProducts.column.missing')}
          placeholder={t('adminProducts.any')}
          choices={MISSING_PARTS.map((value) => ({ value, label: t(`adminProducts.missingPart.${value}`) }))}
          value={filter.missing ?? ''}
          onChange={({ target }) => apply({ missing: MISSING_PARTS.find((part) => part === target.value) })}
        />
        <SortSelect filter={filter} onChoose={apply} />
      </div>
      {Object.values(conditions).some(Boolean) && (
        <ButtonLink
          to={adminPaths.products(filter.sort === 'stock' ? {} : { sort: filter.sort, direction: filter.direction })}
          look="quiet"
          className="justify-self-start"
        >
          {t('adminProducts.clear')}
        </ButtonLink>
      )}
    </div>
  )
}

/** Each has the parameters `sort` and `direction` of the address; `newest` is the default. */
const SORTS = ['newest', 'changed desc', 'name asc', 'name desc', 'price asc', 'price desc', 'stock asc', 'stock desc'] as const

/** The server sorts by stock only if the list is filtered by stock. */
const sortsFor = ({ stock }: ProductFilter) => SORTS.filter((sort) => stock || !sort.startsWith('stock'))

const sortOf = ({ sort, direction }: ProductFilter) =>
  SORTS.find((candidate) => candidate === [sort, direction].filter(Boolean).join(' ')) ?? 'newest'

type SortKey = 'newest' | 'changed_desc' | 'name_asc' | 'name_desc' | 'price_asc' | 'price_desc' | 'stock_asc' | 'stock_desc'

function SortSelect({ filter, onChoose }: { filter: ProductFilter; onChoose: (change: ProductFilter) => void }) {
  const { t } = useI18n()
  const labelOf = (sort: string) => t(`adminProducts.sort.${sort.replace(' ', '_') as SortKey}`)
  return (
    <SelectField
      label={t('adminProducts.sortLabel')}
      choices={sortsFor(filter).map((value) => ({ value, label: labelOf(value) }))}
      value={sortOf(filter)}
      onChange={({ target }) => {
        const [sort, direction] = target.value.split(' ') as [ProductFilter['sort'], ProductFilter['direction']]
        onChoose({ sort: sort === 'newest' ? undefined : sort, direction })
      }}
    />
  )
}
