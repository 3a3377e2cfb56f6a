import { useQuery } from '@tanstack/react-query'
import emptyHeart from '~/assets/pictures/empty-heart.webp'
import { Grid, ProductItems, SkeletonItems } from '~/features/catalog/components/product-grid'
import { RequireSignIn } from '~/features/auth/components/require-sign-in'
import { likesQuery } from '~/features/favourites/queries'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { LoadFailure } from '~/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  usePage(t('common.titleOf', { name: t('catalog.favourites.title') }))
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
      <EmptyState picture={emptyHeart} title={t('catalog.favourites.empty')} text={t('catalog.favourites.emptyText')} asPageTitle>
        <ButtonLink to={paths.home()} size="lg">
          {t('common.toShop')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      <h1 tabIndex={-1} className="mt-6 mb-6 text-3xl sm:mt-8 sm:text-4xl">
        {t('catalog.favourites.title')}
      </h1>
      <Grid>{products ? <ProductItems products={products} areFirst /> : <SkeletonItems count={8} />}</Grid>
    </>
  )
}
