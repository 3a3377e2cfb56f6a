// The products that the account has marked with a heart.

import { useQuery } from '@tanstack/react-query'
import { BellRing, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Grid, SkeletonItems } from '~/features/catalog/components/product-grid'
import { FavouriteItem } from '~/features/favourites/components/favourite-item'
import { ordered, orderOf, ORDERS } from '~/features/favourites/order'
import { likesQuery } from '~/features/favourites/favourites'
import type { ProductCard } from '~shared/api/types'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { RequireSignIn } from '~shared/features/auth/access'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { LoadFailure } from '~shared/ui/list-states'

/** These pictures load at once, because they are visible first. */
const EAGER_CARDS = 4

export function Component() {
  const { t } = useI18n()
  useDocumentHead(t('common.titleOf', { name: t('favourites.title') }))
  return (
    <RequireSignIn>
      <Favourites />
    </RequireSignIn>
  )
}

function Favourites() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(likesQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  const products = data?.data.products
  if (products?.length === 0)
    return (
      <EmptyState picture={emptyHeart} title={t('favourites.empty')} text={t('favourites.emptyText')} asPageTitle>
        <ButtonLink to={paths.home()} size="lg">
          {t('common.toShop')}
        </ButtonLink>
        <ButtonLink to={paths.popular()} look="secondary" size="lg">
          {t('common.nav.popular')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <div className="mt-6 mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:mt-8">
        <div>
          <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
            {t('favourites.title')}
          </h1>
          {products && (
            <p role="status" className="mt-1 text-muted">
              {t('catalog.products', { count: products.length })}
            </p>
          )}
          <Alerts />
        </div>
        {products && products.length > 1 && <OrderSelect />}
      </div>
      <Grid>{products ? <Items products={products} /> : <SkeletonItems count={8} />}</Grid>
    </>
  )
}

function Items({ products }: { products: ProductCard[] }) {
  const [order] = useOrder()
  return ordered(products, order).map((product, index) => <FavouriteItem key={product.id} product={product} eager={index < EAGER_CARDS} />)
}

function Alerts() {
  const { t } = useI18n()
  return (
    <p className="mt-2 flex max-w-prose flex-wrap items-center gap-x-2 text-[0.9375rem] text-muted">
      <BellRing aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0 flex-1 basis-56">
        {t('favourites.alerts')}{' '}
        <Link to={paths.preferences()} className="font-semibold whitespace-nowrap text-accent-text underline-offset-2 hover:underline">
          {t('favourites.alertsSettings')}
        </Link>
      </span>
    </p>
  )
}

const ORDER_PARAMETER = 'sort'

/** The order is in the address. */
function useOrder() {
  const [search, setSearch] = useSearchParams()
  const order = orderOf(search.get(ORDER_PARAMETER))
  const set = (next: string) => setSearch(next === 'added' ? {} : { [ORDER_PARAMETER]: next }, { replace: true, preventScrollReset: true })
  return [order, set] as const
}

function OrderSelect() {
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
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            {t(`favourites.sort.${order}`)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-4 text-muted" />
    </div>
  )
}
