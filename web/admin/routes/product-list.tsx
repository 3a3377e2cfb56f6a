// The page of products: a table of the products of all stores, with filters, an export and changes of many at once.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { productsQuery } from '~admin/features/products/api'
import { BulkChange } from '~admin/features/products/bulk'
import { ExportButtons } from '~admin/features/products/export'
import { ProductFilters } from '~admin/features/products/filters'
import { ProductTable } from '~admin/features/products/table'
import { useCursorPages } from '~admin/lib/use-cursor-pages'
import { adminPaths, productFilter, type ProductFilter } from '~admin/paths'
import { useMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import type { ProductRow } from '~shared/api/types'
import { SavedViews } from '~admin/ui/saved-views'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { Button, ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'

export function Component() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const mayWrite = useMay()('products_write')
  const filter = productFilter(search)
  return (
    <AdminPage
      needs="products_read"
      isWide
      title={t('adminProducts.title')}
      text={t('adminProducts.text')}
      action={
        <div className="flex flex-wrap gap-3">
          <ExportButtons filter={filter} />
          {mayWrite && (
            <ButtonLink to={adminPaths.newProduct()}>
              <Plus aria-hidden className="size-5" />
              {t('adminProducts.new')}
            </ButtonLink>
          )}
        </div>
      }
    >
      <SavedViews list="products" />
      <ProductFilters filter={filter} />
      <Products key={`${search}`} filter={filter} />
    </AdminPage>
  )
}

/** A change applies to the selected products, or to all that match if none is selected. */
function Products({ filter }: { filter: ProductFilter }) {
  const { t, locale } = useI18n()
  const { items, isLoading, hasFailed, hasMore, more, retry } = useCursorPages<ProductRow>((cursor) =>
    productsQuery(locale, filter, cursor),
  )
  const mayWrite = useMay()('products_write')
  const [ids, setIds] = useState<number[]>([])
  const [isChanging, setChanging] = useState(false)
  const toggle = (id: number) => setIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  const { sort: _sort, direction: _direction, ...conditions } = filter
  const isFiltered = Object.values(conditions).some(Boolean)
  if (hasFailed) return <LoadFailure onRetry={retry} />
  if (items.length === 0 && !isLoading)
    return (
      <EmptyState
        picture={emptySearch}
        title={t('adminProducts.empty')}
        text={t(isFiltered ? 'adminProducts.emptyFilter' : 'adminProducts.emptyText')}
      >
        {!isFiltered && mayWrite && (
          <>
            <ButtonLink to={adminPaths.newImport()}>{t('adminProducts.emptyImport')}</ButtonLink>
            <ButtonLink to={adminPaths.newProduct()} look="secondary">
              {t('adminProducts.new')}
            </ButtonLink>
          </>
        )}
      </EmptyState>
    )
  return (
    <>
      <p role="status" className="sr-only">
        {!isLoading && t('adminProducts.shown', { count: items.length })}
      </p>
      {mayWrite && items.length > 0 && !isChanging && (
        <Button look="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
          {ids.length > 0 ? t('adminProducts.bulk.title', { count: ids.length }) : t('adminProducts.bulk.list')}
        </Button>
      )}
      {isChanging && <BulkChange key={ids.join(' ')} ids={ids} filter={filter} onClose={() => setChanging(false)} />}
      {items.length > 0 && <ProductTable products={items} selection={mayWrite ? { ids, toggle } : undefined} />}
      {isLoading && <ListSkeleton />}
      {hasMore && <LoadMoreButton isLoading={isLoading} onMore={more} />}
    </>
  )
}
