import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { AddToList } from '~/features/lists/components/for-bloggers'
import { BuyBox } from '~/features/product/components/buy-box'
import { Gallery } from '~/features/product/components/gallery'
import { Promises } from '~/features/product/components/promises'
import { ShareButton } from '~/features/product/components/share-button'
import { useChosenSize } from '~/features/product/components/use-chosen-size'
import { productQuery } from '~shared/features/product/queries'
import { viewed } from '~shared/features/product/store'
import { useI18n } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { paths, REVIEWS } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'
import { Rating } from '~shared/ui/rating'
import { Skeleton } from '~shared/ui/skeleton'

const Below = lazyPart(() => import('~/features/product/components/below'), 'around')
const StoreLine = lazyPart(() => import('~/features/product/components/store-line'), 'around')
const BulkLink = lazyPart(() => import('~/features/wholesale/bulk-link'), 'around')

const NO_PICTURE = ['']

export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const product = useSuspenseQuery(productQuery(locale, slug)).data.data
  usePage(product.seo.title || t('common.titleOf', { name: product.name }))
  useEffect(() => {
    viewed.remember(product)
  }, [product])
  const { size } = useChosenSize(product)
  const images = product.images.length > 0 ? product.images : NO_PICTURE
  const crumbs = [
    { name: t('common.home'), to: paths.home() },
    ...product.breadcrumbs.map(({ name, slug }) => ({ name, to: paths.category(slug) })),
  ]
  return (
    <div key={product.id} className="grid grid-cols-[minmax(0,1fr)] gap-12 pb-16 sm:gap-16 lg:pb-0">
      <div>
        <Breadcrumbs label={t('common.breadcrumbs')} crumbs={crumbs} page={product.name} />
        <div className="mt-1 grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:gap-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-12">
          <div className="lg:sticky lg:top-36">
            <Gallery images={images} name={product.name} wanted={size?.imageUrl} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <div className="-mb-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
              <h1 tabIndex={-1} className="text-[1.625rem] sm:text-[2.125rem]">
                {product.name}
              </h1>
              <div className="flex">
                <AddToList product={product} className="text-muted hover:bg-sunken hover:text-accent-text" />
                <ShareButton name={product.name} />
              </div>
              {product.reviewCount > 0 && (
                <Link to={`#${REVIEWS.place}`} className="inline-flex min-h-11 items-center justify-self-start hover:underline">
                  <Rating value={product.rating} count={product.reviewCount} />
                </Link>
              )}
            </div>
            <BuyBox product={product} />
            <Promises product={product} />
            <Suspense fallback={<div className="min-h-11" />}>
              <BulkLink slug={slug} />
            </Suspense>
            <Suspense fallback={<div className="min-h-20" />}>
              <StoreLine store={product.store} />
            </Suspense>
          </div>
        </div>
      </div>
      <Suspense fallback={<Skeleton className="h-screen w-full rounded-xl" />}>
        <Below product={product} size={size} />
      </Suspense>
    </div>
  )
}
