import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, Truck, Undo2 } from 'lucide-react'
import { Suspense } from 'react'
import type { Product } from '~shared/api/types'
import { promisesQuery } from '~/features/promises/queries'
import { exceptionOf, freeDelivery, returnRight } from '~/features/promises/texts'
import { useI18n } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { Quietly } from '~shared/ui/quietly'
import { useChosenSize } from './use-chosen-size'

// The first HTML says what holds for everybody; where and when comes with the shopper's browser.
const DeliveryLine = lazyPart(() => import('~/features/destination/delivery-line'), 'promises')

/** What a shopper wants to know before the button: when, for how much, and what if it does not please. */
export function Promises({ product }: { product: Product }) {
  const { t, locale } = useI18n()
  const { size } = useChosenSize(product)
  const price = size?.price ?? product.discountedPrice ?? product.price
  const promises = useQuery(promisesQuery(locale)).data?.data
  const exception = promises && exceptionOf(promises, product.categoryIds)
  const refund = exception
    ? { Icon: Undo2, text: t(`promises.notReturnable.${exception.reason}`), more: t('promises.unlessFaulty') }
    : promises && { Icon: Undo2, text: t('promises.refund'), more: returnRight(t, { ...promises, returnExceptions: [] }) }
  const items = [...(refund ? [refund] : []), { Icon: ShieldCheck, text: t('product.promise.safe'), more: t('product.promise.safeMore') }]
  const delivery = <Words text={t('promises.deliveryTo')} more={promises && freeDelivery(t, promises)} />
  return (
    <ul className="grid gap-3.5 rounded-xl bg-sunken p-4 sm:p-5">
      <li className="flex min-h-20 gap-3.5">
        <Truck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <Quietly>
          <Suspense fallback={delivery}>
            <DeliveryLine goods={price} preparationDays={product.preparationDays}>
              {delivery}
            </DeliveryLine>
          </Suspense>
        </Quietly>
      </li>
      {items.map(({ Icon, text, more }) => (
        <li key={text} className="flex gap-3.5">
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
          <Words text={text} more={more} />
        </li>
      ))}
    </ul>
  )
}

const Words = ({ text, more }: { text: string; more: string | undefined }) => (
  <span className="text-[0.9375rem]">
    <strong className="block font-semibold">{text}</strong>
    <span className="text-muted">{more}</span>
  </span>
)
