import { PartyPopper } from 'lucide-react'
import type { Order } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { windowOfTime } from '~shared/i18n/times'
import { useNow } from '~shared/lib/use-now'
import { CopyCode } from './copy-code'

/** The moment after placing: it went through, what happens now, and the code one needs on the phone. */
export function Thanks({ order: { code, delivery, recipientType, recipient, paymentMethod } }: { order: Order }) {
  const { t, locale } = useI18n()
  const now = useNow()
  return (
    <section aria-labelledby="thanks" className="flex appear gap-4 rounded-xl bg-rose p-5 sm:gap-6 sm:p-7">
      <span className="hidden size-16 shrink-0 place-items-center rounded-full bg-surface text-accent-text sm:grid">
        <PartyPopper aria-hidden className="size-8" />
      </span>
      <div className="grid gap-2">
        <h2 id="thanks" className="text-2xl">
          {t('orders.thanks.title')}
        </h2>
        <p className="text-pretty">
          {recipientType === 'other' ? t('orders.thanks.forOther', { name: recipient.firstName }) : t('orders.thanks.forSelf')}
          {delivery && ` ${t('orders.thanks.when', { when: windowOfTime(locale, delivery, now) })}`}
          {paymentMethod === 'cash' && ` ${t('orders.thanks.cash')}`}
        </p>
        <CopyCode code={code} />
      </div>
    </section>
  )
}
