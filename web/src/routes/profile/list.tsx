// A product list that an influencer composes and shares.

import { useQueries, useQuery } from '@tanstack/react-query'
import { ChevronLeft, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { AccountPage } from '~/features/account/page'
import { ProductCard } from '~/features/catalog/components/product-card'
import { Grid, SkeletonItems } from '~/features/catalog/components/product-grid'
import { ListDialogs, useListDialogs } from '~/features/lists/components/list-dialogs'
import { ShareButton } from '~/features/lists/parts'
import { useRemoveFromList } from '~/features/lists/mutations'
import { listQuery, myListsQuery } from '~/features/lists/queries'
import { LOADER_FRESH_MS } from '~shared/api/query'
import type { ProductList } from '~shared/api/types'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

/** The path of somebody else's list leads to its public page. */
export function Component() {
  const { locale } = useI18n()
  const { slug = '' } = useParams()
  const { data, isError, refetch } = useQuery(myListsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const list = data.data.find((mine) => mine.slug === slug)
  return list ? <MyList key={slug} list={list} /> : <Navigate to={paths.list(slug)} replace />
}

function MyList({ list }: { list: ProductList }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const dialogs = useListDialogs()
  return (
    <>
      <Link to={paths.myLists()} className="-mt-2 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-text">
        <ChevronLeft aria-hidden className="size-4" />
        {t('lists.title')}
      </Link>
      <AccountPage title={list.name} text={list.description || undefined}>
        <div className="flex flex-wrap gap-2">
          <ShareButton list={list} look={list.productCount > 0 ? 'primary' : 'secondary'} />
          <ButtonLink to={paths.list(list.slug)} look="secondary">
            <Eye aria-hidden className="size-4.5" />
            {t('lists.open')}
          </ButtonLink>
          <Button look="secondary" aria-haspopup="dialog" onClick={() => dialogs.edit(list)}>
            <Pencil aria-hidden className="size-4.5" />
            {t('lists.change')}
          </Button>
          <Button look="secondary" aria-haspopup="dialog" onClick={() => dialogs.delete(list)}>
            <Trash2 aria-hidden className="size-4.5" />
            {t('lists.delete')}
          </Button>
        </div>
        <Products list={list} />
      </AccountPage>
      <ListDialogs {...dialogs.shown} onDelete={() => void navigate(paths.myLists(), { replace: true })} />
    </>
  )
}

function Products({ list }: { list: ProductList }) {
  const { t, locale } = useI18n()
  const [pageCount, setPageCount] = useState(1)
  const pages = useQueries({
    queries: Array.from({ length: pageCount }, (_, index) => ({ ...listQuery(locale, list.slug, index + 1), staleTime: LOADER_FRESH_MS })),
  })
  const { mutate: removeProduct } = useRemoveFromList(list, pageCount)
  const first = pages[0]
  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />

  // Pages may overlap when the list changes between requests.
  const products = [...new Map(pages.flatMap(({ data }) => data?.data.products ?? []).map((product) => [product.id, product])).values()]
  const isLoading = pages.some(({ isPending }) => isPending)
  const hasFailed = pages.some(({ isError }) => isError)
  if (products.length === 0 && !isLoading)
    return (
      <EmptyState picture={emptyHeart} title={t('lists.products.empty')} text={t('lists.products.emptyText')}>
        <ButtonLink to={paths.popular()} size="lg">
          {t('common.toShop')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <Grid>
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              headingLevel={2}
              action={
                <Button
                  look="quiet"
                  className="w-full px-1! text-sm! font-medium! text-muted! hover:text-accent-text!"
                  aria-label={t('lists.products.removeOf', { name: product.name })}
                  onClick={() => removeProduct(product.id)}
                >
                  {t('lists.products.remove')}
                </Button>
              }
            />
          </li>
        ))}
        {isLoading && <SkeletonItems count={4} />}
      </Grid>
      {hasFailed && <p role="alert">{t('lists.products.failed')}</p>}
      {pageCount < (first?.data?.meta.lastPage ?? 1) && (
        <div className="grid justify-center">
          <Button look="secondary" size="lg" disabled={isLoading} onClick={() => setPageCount(pageCount + 1)}>
            {t('catalog.loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}
