// The lower part of a product page, which loads after the visible part.

import { useSuspenseQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { LateShelf, ShelfRow } from '~/features/catalog/components/shelf'
import { recordLinkClick, reportClick } from '~/features/referral/clicks'
import { useIsWriting } from '~/features/reviews/rules'
import { lazyPart } from '~/lib/lazy-part'
import { useNear } from '~/lib/use-near'
import { get } from '~shared/api/query'
import type { Product, Schemas } from '~shared/api/types'
import { useI18n, useLocale, useT } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { paths, REVIEWS } from '~shared/lib/paths'
import { OptionalPart, Skeleton } from '~shared/ui/states'
import { RecentlyViewed } from './recently-viewed'

/** Each section fetches its data when it comes near. */
export default function BelowTheFold({ product, size }: { product: Product; size: Schemas['Size'] | undefined }) {
  return (
    <>
      <ReferralReport product={product} />
      <Details product={product} size={size} />
      <ReviewsBelow product={product} />
      <Similar product={product} />
      <RecentlyViewed except={[product.id]} />
    </>
  )
}

/** Remembers a blogger's link in the address, so that a purchase counts for the blogger, and reports the click. */
function ReferralReport({ product: { id, slug } }: { product: Product }) {
  const locale = useLocale()
  useEffect(() => {
    recordLinkClick(location.search)
    reportClick(locale, { id, slug })
  }, [locale, id, slug])
  return null
}

const similarQuery = (locale: Locale, slug: string) => get(locale, '/product/{product}/similar', { path: { product: slug } })

export function Similar({ product }: { product: Product }) {
  return (
    <LateShelf>
      <SimilarRow product={product} />
    </LateShelf>
  )
}

function SimilarRow({ product: { slug, category } }: { product: Product }) {
  const { t, locale } = useI18n()
  const products = useSuspenseQuery(similarQuery(locale, slug)).data.data
  return (
    <ShelfRow
      title={t('deferred.product.similar')}
      products={products}
      more={{ to: paths.category(category.slug), label: t('common.seeAll') }}
    />
  )
}

interface DetailsProps {
  product: Product
  size: Schemas['Size'] | undefined
}

/** A field (a property such as height) may have another value for the chosen size. */
function Details({ product, size }: DetailsProps) {
  const t = useT()
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:gap-14">
      <section aria-labelledby="about" className="grid content-start gap-3">
        <h2 id="about" className="text-xl sm:text-2xl">
          {t('deferred.product.about')}
        </h2>
        <p className="max-w-prose leading-relaxed whitespace-pre-line text-pretty">{product.description}</p>
      </section>
      {product.fields.length > 0 && (
        <section aria-labelledby="fields" className="grid content-start gap-3">
          <h2 id="fields" className="text-xl sm:text-2xl">
            {t('deferred.product.fields')}
          </h2>
          <dl className="divide-y divide-line">
            {product.fields.map(({ name, value }) => (
              <div key={name} className="flex justify-between gap-6 py-2.5 text-[0.9375rem]">
                <dt className="text-muted">{name}</dt>
                <dd className="text-right font-medium">{size?.fields.find((field) => field.name === name)?.value ?? value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

const Reviews = lazyPart(() => import('~/features/reviews/components/reviews'), 'reviews')

/** Reviews load when they come near, or when the address links to them. */
function ReviewsBelow({ product }: { product: Product }) {
  const { ref, isNear } = useNear()
  const isLinkedTo = useLocation().hash === `#${REVIEWS.place}`
  const isWriting = useIsWriting()
  const isShown = isNear || isLinkedTo || isWriting
  return (
    <div ref={ref} id={REVIEWS.place} className={clsx('grid grid-cols-[minmax(0,1fr)]', !isShown && 'min-h-144')}>
      {isShown && (
        <OptionalPart>
          <Suspense fallback={<ReviewsSkeleton />}>
            <Reviews product={product} />
          </Suspense>
        </OptionalPart>
      )}
    </div>
  )
}

const ReviewsSkeleton = () => (
  <div aria-busy className="grid gap-5">
    <Skeleton className="h-8 w-40" />
    <Skeleton className="h-44 w-full rounded-xl" />
    <Skeleton className="h-32 w-full rounded-xl" />
    <Skeleton className="h-32 w-full rounded-xl" />
  </div>
)
