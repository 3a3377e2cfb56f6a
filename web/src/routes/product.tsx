import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Share2, ShieldCheck, Truck, Undo2 } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { AddToList } from '~/features/lists/components/add-to-list'
import { BuyBox } from '~/features/product/components/buy-box'
import { Gallery } from '~/features/product/components/gallery'
import { useChosenSize } from '~/features/product/components/size-picker'
import { exceptionOf, freeDelivery, promisesQuery, returnRight } from '~/features/promises/texts'
import { lazyPart } from '~/lib/lazy-part'
import { share } from '~/lib/share'
import type { Product } from '~shared/api/types'
import { productQuery } from '~shared/features/catalog/queries'
import { viewed } from '~shared/features/product/store'
import { useI18n, useT } from '~shared/i18n/context'
import { paths, REVIEWS } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { IconButton } from '~shared/ui/button'
import { Rating } from '~shared/ui/product-facts'
import { OptionalPart, Skeleton } from '~shared/ui/states'
import { toast } from '~shared/ui/toast-store'

const BelowTheFold = lazyPart(() => import('~/features/product/components/below-the-fold'), 'deferred')
const StoreLine = lazyPart(() => import('~/features/product/components/store-line'), 'deferred')
const BulkLink = lazyPart(() => import('~/features/wholesale/bulk-link'), 'deferred')

/** The gallery shows a placeholder for an empty address. */
const NO_PICTURE = ['']

export function Component() {
  const { t, locale } = useI18n()
  const { slug = '' } = useParams()
  const product = useSuspenseQuery(productQuery(locale, slug)).data.data
  useDocumentHead(product.seo.title || t('common.titleOf', { name: product.name }))
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
            <Gallery images={images} name={product.name} requestedImage={size?.imageUrl} />
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
        <BelowTheFold product={product} size={size} />
      </Suspense>
    </div>
  )
}

/** The address without the chosen size and tracking parameters. */
const plainAddress = () => location.origin + location.pathname

function ShareButton({ name }: { name: string }) {
  const t = useT()
  const shareProduct = async () => {
    try {
      if ((await share(name, plainAddress())) === 'copied') toast.good(t('product.linkCopied'))
    } catch {
      toast.bad(t('common.failure.unknown'))
    }
  }
  return (
    <IconButton label={t('product.share')} onClick={() => void shareProduct()} className="rounded-full! text-muted hover:text-accent-text">
      <Share2 aria-hidden className="size-5" />
    </IconButton>
  )
}

// The delivery time depends on the visitor's place, so the gateway cannot render it.
const DeliveryLine = lazyPart(() => import('~/features/destination/delivery-line'), 'promises')

export function Promises({ product }: { product: Product }) {
  const { t, locale } = useI18n()
  const { size } = useChosenSize(product)
  const price = size?.price ?? product.discountedPrice ?? product.price
  const promises = useQuery(promisesQuery(locale)).data?.data
  const exception = promises && exceptionOf(promises, product.categoryIds)
  // This product is no exception, so its text names none.
  const withoutExceptions = promises && { ...promises, returnExceptions: [] }
  const refund = exception
    ? { Icon: Undo2, text: t(`promises.notReturnable.${exception.reason}`), more: t('promises.unlessFaulty') }
    : withoutExceptions && { Icon: Undo2, text: t('promises.refund'), more: returnRight(t, withoutExceptions) }
  const items = [...(refund ? [refund] : []), { Icon: ShieldCheck, text: t('product.promise.safe'), more: t('product.promise.safeMore') }]
  const delivery = <PromiseText text={t('promises.deliveryTo')} more={promises && freeDelivery(t, promises)} />
  return (
    <ul className="grid gap-3.5 rounded-xl bg-sunken p-4 sm:p-5">
      <li className="flex min-h-20 gap-3.5">
        <Truck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <OptionalPart>
          <Suspense fallback={delivery}>
            <DeliveryLine goods={price} preparationDays={product.preparationDays}>
              {delivery}
            </DeliveryLine>
          </Suspense>
        </OptionalPart>
      </li>
      {items.map(({ Icon, text, more }) => (
        <li key={text} className="flex gap-3.5">
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
          <PromiseText text={text} more={more} />
        </li>
      ))}
    </ul>
  )
}

const PromiseText = ({ text, more }: { text: string; more: string | undefined }) => (
  <span className="text-[0.9375rem]">
    <strong className="block font-semibold">{text}</strong>
    <span className="text-muted">{more}</span>
  </span>
)
