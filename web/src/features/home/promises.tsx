import { useQuery } from '@tanstack/react-query'
import { Truck, Undo2, Wallet } from 'lucide-react'
import { freeDelivery, promisesQuery, returnRight } from '~/features/promises/texts'
import { useI18n } from '~shared/i18n/context'

/** Promises with figures are shown once their rules are known. */
export default function Promises() {
  const { t, locale } = useI18n()
  const promises = useQuery(promisesQuery(locale)).data?.data
  const items = [
    { Icon: Truck, title: t('promises.delivery'), text: promises ? freeDelivery(t, promises) : t('promises.deliveryTo') },
    ...(promises ? [{ Icon: Undo2, title: t('promises.refund'), text: returnRight(t, promises) }] : []),
    { Icon: Wallet, title: t('promises.installment'), text: t('promises.installmentText') },
  ]
  return (
    <ul aria-label={t('promises.label')} className="grid gap-px overflow-hidden rounded-xl bg-line sm:grid-cols-3">
      {items.map(({ Icon, title, text }) => (
        <li key={title} className="flex items-center gap-4 bg-sunken p-5 lg:p-7">
          <span className="grid size-13 shrink-0 place-items-center rounded-full bg-surface text-accent-text">
            <Icon aria-hidden className="size-6" strokeWidth={1.75} />
          </span>
          <span>
            <strong className="block font-semibold">{title}</strong>
            <span className="text-[0.9375rem] text-muted">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
