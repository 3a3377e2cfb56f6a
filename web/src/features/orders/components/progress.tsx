import clsx from 'clsx'
import { useState } from 'react'
import type { Order } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { windowOfTime } from '~shared/i18n/times'
import { useNow } from '~shared/lib/use-now'
import { isAtRest } from '~shared/features/orders/steps'
import { Timeline } from './timeline'

/** Where the order is now, in a word; when it comes; and all of its way. */
export function Progress({ order, isLive }: { order: Order; isLive: boolean }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { status, delivery } = order
  const isComing = delivery && !isAtRest(order) && status !== 'delivered' && status !== 'cancelled'
  return (
    <section aria-labelledby="progress" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <h2 id="progress" className="text-xl">
            {t(`orders.status.${status}`)}
          </h2>
          <p className="text-muted text-pretty">
            {isComing ? t('orders.comes', { when: windowOfTime(locale, delivery, now) }) : t(`orders.about.${status}`)}
          </p>
        </div>
        {!isAtRest(order) && <Line isLive={isLive} />}
      </div>
      <Timeline order={order} />
      <Voice order={order} />
    </section>
  )
}

/** Whether the page will change by itself at once, or after a while. */
function Line({ isLive }: { isLive: boolean }) {
  const { t } = useI18n()
  return (
    <p className="inline-flex items-center gap-2 rounded-full bg-sunken px-3 py-1 text-sm text-muted">
      <span aria-hidden className={clsx('size-2 rounded-full', isLive ? 'animate-pulse bg-good' : 'bg-line-strong')} />
      {t(isLive ? 'orders.live' : 'orders.polled')}
    </p>
  )
}

/** Says each step to those who do not see it. What was there when the page came needs no saying: the page has been read. */
function Voice({ order: { status } }: { order: Order }) {
  const { t } = useI18n()
  const [first] = useState(status)
  return (
    <p role="status" className="sr-only">
      {status !== first && t('orders.nowIs', { status: t(`orders.status.${status}`) })}
    </p>
  )
}
