import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, Truck, Undo2 } from 'lucide-react'
import type { Product } from '~/api/types'
import { promisesQuery } from '~/features/promises/queries'
import { exceptionOf, freeDelivery, returnRight } from '~/features/promises/texts'
import { useI18n } from '~/i18n/context'

/** What a shopper wants to know before the button: when, for how much, and what if it does not please. */
export function Promises({ product }: { product: Product }) {
  const { t, locale } = useI18n()
  const promises = useQuery(promisesQuery(locale)).data?.data
  const exception = promises && exceptionOf(promises, product.categoryIds)
  const refund = exception
    ? { Icon: Undo2, text: t(`promises.notReturnable.${exception.reason}`), more: t('promises.unlessFaulty') }
    : promises && { Icon: Undo2, text: t('promises.refund'), more: returnRight(t, { ...promises, returnExceptions: [] }) }
  const items = [
    { Icon: Truck, text: t('promises.deliveryTo'), more: promises && freeDelivery(t, promises) },
    ...(refund ? [refund] : []),
    { Icon: ShieldCheck, text: t('product.promise.safe'), more: t('product.promise.safeMore') },
  ]
  return (
    <ul className="grid gap-3.5 rounded-xl bg-sunken p-4 sm:p-5">
      {items.map(({ Icon, text, more }) => (
        <li key={text} className="flex gap-3.5">
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
          <span className="text-[0.9375rem]">
            <strong className="block font-semibold">{text}</strong>
            <span className="text-muted">{more}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
