import { ShieldCheck, Truck, Undo2 } from 'lucide-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { settingsQuery } from '~/features/content/queries'
import { useI18n } from '~/i18n/context'
import { money } from '~/i18n/format'

/** What a shopper wants to know before the button: when, for how much, and what if it does not please. */
export function Promises() {
  const { t, locale } = useI18n()
  const { freeDeliveryFrom } = useSuspenseQuery(settingsQuery(locale)).data.data
  const items = [
    { Icon: Truck, text: t('product.promise.delivery'), more: t('product.promise.free', { price: money(freeDeliveryFrom) }) },
    { Icon: Undo2, text: t('product.promise.refund'), more: t('product.promise.refundMore') },
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
