import type { Order, StatusChange } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { timeOfDay } from '~shared/i18n/times'

const KNOWN_ACTORS = ['shopper', 'bank', 'clock'] as const

/** Everything that was ever said of the order: when, by whom, of which part, and why. The newest comes first. */
export function History({ order }: { order: Order }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="history" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="history" className="text-xl">
        {t('desk.history')}
      </h2>
      <ol className="divide-y divide-line">
        {order.statusHistory.toReversed().map((change) => (
          <Change key={`${change.at} ${change.status} ${change.storeId ?? ''}`} change={change} order={order} />
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { status, at, actor, storeId, reason }, order }: { change: StatusChange; order: Order }) {
  const { t, locale } = useI18n()
  const known = KNOWN_ACTORS.find((one) => one === actor)
  const store = order.stores.find((part) => part.storeId === storeId)
  return (
    <li className="grid gap-0.5 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <p className="font-medium">
        {t(`orders.status.${status}`)}
        {store && <span className="font-normal text-muted">, {store.name}</span>}
      </p>
      <p className="text-sm text-muted tabular-nums">
        <time dateTime={at}>
          {date(locale, at)}, {timeOfDay(at)}
        </time>
        {actor && `, ${known ? t(`desk.actor.${known}`) : t('desk.actor.operator', { number: actor })}`}
      </p>
      {reason && <p className="text-[0.9375rem] text-muted wrap-anywhere sm:col-span-2">{reason}</p>}
    </li>
  )
}
