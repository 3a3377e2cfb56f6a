import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { CategoryShelf } from '~/features/catalog/components/shelf'
import { BuyBox } from '~/features/product/components/buy-box'
import { Details } from '~/features/product/components/details'
import { Gallery } from '~/features/product/components/gallery'
import { Promises } from '~/features/product/components/promises'
import { RecentlyViewed } from '~/features/product/components/recently-viewed'
import { StoreLine } from '~/features/product/components/store-line'
import { productQuery } from '~/features/product/queries'
import { remember } from '~/features/product/store'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { Breadcrumbs } from '~/ui/breadcrumbs'
import { Rating } from '~/ui/rating'

export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const product = useSuspenseQuery(productQuery(locale, slug)).data.data
  usePage(product.seo.title || t('common.titleOf', { name: product.name }))
  useEffect(() => {
    remember(product)
  }, [product])
  const crumbs = [
    { name: t('common.home'), to: paths.home() },
    ...product.breadcrumbs.map(({ name, slug }) => ({ name, to: paths.category(slug) })),
  ]
  return (
    <div key={product.id} className="grid grid-cols-[minmax(0,1fr)] gap-12 pb-16 sm:gap-16 lg:pb-0">
      <div>
        <Breadcrumbs label={t('common.breadcrumbs')} crumbs={crumbs} />
        <div className="mt-1 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-12">
          <div className="lg:sticky lg:top-36">
            <Gallery images={product.images.length > 0 ? product.images : [product.imageUrl]} name={product.name} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <div className="grid gap-2.5">
              <h1 tabIndex={-1} className="text-[1.625rem] sm:text-[2.125rem]">
                {product.name}
              </h1>
              <Rating value={product.rating} count={product.reviewCount} />
            </div>
            <BuyBox product={product} />
            <Promises />
            <StoreLine store={product.store} />
          </div>
        </div>
      </div>
      <Details product={product} />
      <CategoryShelf
        slug={product.category.slug}
        except={product.id}
        title={t('product.similar')}
        more={{ to: paths.category(product.category.slug), label: t('common.seeAll') }}
      />
      <RecentlyViewed except={[product.id]} />
    </div>
  )
}
