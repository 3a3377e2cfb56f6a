// An order's status, when it comes, and its steps.

import clsx from 'clsx'
import {
  Bike,
  Check,
  CircleX,
  ClipboardList,
  HandHelping,
  Hourglass,
  House,
  type LucideIcon,
  PackageCheck,
  Search,
  Undo2,
  UserCheck,
} from 'lucide-react'
import { useState } from 'react'
import type { Order, OrderStatus } from '~shared/api/types'
import { isSettledOrder, type Step, stepsOf } from '~shared/features/orders/steps'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime, timeWindow } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'

/** With `isLive`, changes arrive by a stream; otherwise the page polls. */
export function Progress({ order, isLive }: { order: Order; isLive: boolean }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { status, delivery } = order
  const isComing = delivery && !isSettledOrder(order) && status !== 'delivered' && status !== 'cancelled'
  return (
    <section aria-labelledby="progress" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <h2 id="progress" className="text-xl">
            {t(`orders.status.${status}`)}
          </h2>
          <p className="text-muted text-pretty">
            {isComing ? t('orders.comes', { when: timeWindow(locale, delivery, now) }) : t(`orders.about.${status}`)}
          </p>
        </div>
        {!isSettledOrder(order) && <LiveBadge isLive={isLive} />}
      </div>
      <Timeline order={order} />
      <StatusAnnouncer order={order} />
    </section>
  )
}

function LiveBadge({ isLive }: { isLive: boolean }) {
  const { t } = useI18n()
  return (
    <p className="inline-flex items-center gap-2 rounded-full bg-sunken px-3 py-1 text-sm text-muted">
      <span aria-hidden className={clsx('size-2 rounded-full', isLive ? 'animate-pulse bg-good' : 'bg-line-strong')} />
      {t(isLive ? 'orders.live' : 'orders.polled')}
    </p>
  )
}

/** Announces later changes. The first status is part of the page. */
function StatusAnnouncer({ order: { status } }: { order: Order }) {
  const { t } = useI18n()
  const [first] = useState(status)
  return (
    <p role="status" className="sr-only">
      {status !== first && t('orders.nowIs', { status: t(`orders.status.${status}`) })}
    </p>
  )
}

const ICONS: Record<OrderStatus, LucideIcon> = {
  waiting: Hourglass,
  confirmed: ClipboardList,
  searching_courier: Search,
  courier_appointed: UserCheck,
  handed_to_courier: HandHelping,
  on_the_way: Bike,
  delivered: House,
  cancelled: CircleX,
  returned: Undo2,
}

function Timeline({ order }: { order: Order }) {
  const { t } = useI18n()
  return (
    <ol aria-label={t('orders.timeline')} className="grid">
      {stepsOf(order).map((step, index, { length }) => (
        <StepRow key={step.status} step={step} isLast={index === length - 1} />
      ))}
    </ol>
  )
}

const MARKS: Record<Step['state'], string> = {
  done: 'bg-good-soft text-good',
  now: 'bg-accent text-on-accent shadow-quiet',
  ahead: 'border border-line bg-surface text-muted',
}

function StepRow({ step: { status, state, at, reason }, isLast }: { step: Step; isLast: boolean }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const isEnding = status === 'cancelled' || status === 'returned'
  const DoneIcon = status === 'delivered' ? PackageCheck : Check
  const Icon = state === 'done' ? DoneIcon : ICONS[status]
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4">
      <div className="grid grid-rows-[2.5rem_minmax(0,1fr)] justify-items-center">
        <span className={clsx('grid size-10 place-items-center rounded-full', isEnding ? 'bg-bad-soft text-bad' : MARKS[state])}>
          <Icon aria-hidden className="size-5" />
        </span>
        {!isLast && <span aria-hidden className={clsx('my-1 min-h-3 w-0.5 rounded-full', state === 'done' ? 'bg-good/50' : 'bg-line')} />}
      </div>
      <div className={clsx('grid content-start pt-2 sm:flex sm:justify-between sm:gap-4', !isLast && 'pb-4')}>
        <p className={clsx(state === 'now' ? 'font-bold' : 'font-medium', state === 'ahead' && 'text-muted')}>
          {state !== 'now' && <span className="sr-only">{t(state === 'done' ? 'orders.step.done' : 'orders.step.ahead')}: </span>}
          {t(`orders.status.${status}`)}
          {reason && <span className="block font-normal text-muted wrap-anywhere">{reason}</span>}
        </p>
        {at && (
          <time dateTime={at} className="text-sm whitespace-nowrap text-muted tabular-nums sm:pt-0.5">
            {dayAndTime(locale, at, now)}
          </time>
        )}
      </div>
    </li>
  )
}
