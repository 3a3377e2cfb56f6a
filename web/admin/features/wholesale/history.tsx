import type { WholesaleRequest } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { timeOfDay } from '~shared/i18n/times'
import { Card } from '~shared/features/wholesale/card'

const KNOWN_ACTORS = ['customer', 'bank', 'clock'] as const

/** What happened to the request, and the money that came and went. The newest comes first. */
export function History({ request: { changes, transfers } }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  return (
    <>
      {transfers.length > 0 && (
        <Card id="transfers" title={t('wholesale.desk.transfer.list')}>
          <ul className="divide-y divide-line">
            {transfers.toReversed().map(({ direction, reference, amount, date: day, operatorId }) => (
              <li key={`${direction} ${reference}`} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
                <span className="min-w-0 wrap-anywhere">
                  {t(`wholesale.desk.transfer.way.${direction === 'out' ? 'out' : 'in'}`)}, {reference}
                </span>
                <span className="tabular-nums">
                  <strong>{money(direction === 'out' ? -amount : amount)}</strong>{' '}
                  <span className="text-muted">
                    {date(locale, `${day}T12:00:00Z`)}, {t('desk.actor.operator', { number: String(operatorId) })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card id="history" title={t('desk.history')}>
        <ol className="divide-y divide-line">
          {changes.toReversed().map(({ status, at, actor, reason }) => {
            const known = KNOWN_ACTORS.find((one) => one === actor)
            return (
              <li key={`${at} ${status}`} className="grid gap-0.5 py-3">
                <p className="font-medium">{t(`wholesale.state.${status}`)}</p>
                <p className="text-sm text-muted tabular-nums">
                  <time dateTime={at}>
                    {date(locale, at)}, {timeOfDay(at)}
                  </time>
                  {actor && `, ${known ? t(`wholesale.desk.actor.${known}`) : t('desk.actor.operator', { number: actor })}`}
                </p>
                {reason && <p className="text-[0.9375rem] text-muted wrap-anywhere">{reason}</p>}
              </li>
            )
          })}
        </ol>
      </Card>
    </>
  )
}
