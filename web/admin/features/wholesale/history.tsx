// The bank transfers of a wholesale request and the changes of its status, newest first.
import type { WholesaleRequest } from '~shared/api/types'
import { RequestCard } from '~shared/features/wholesale/parts'
import { useI18n } from '~shared/i18n/context'
import { date, timeOfDay } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'

export function Transfers({ transfers }: Pick<WholesaleRequest, 'transfers'>) {
  const { t, locale } = useI18n()
  if (transfers.length === 0) return null
  return (
    <RequestCard id="transfers" title={t('wholesale.admin.transfer.list')}>
      <ul className="divide-y divide-line">
        {transfers.toReversed().map(({ direction, reference, amount, date: day, operatorId }) => (
          <li key={`${direction} ${reference}`} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 wrap-anywhere">
              {t(`wholesale.admin.transfer.way.${direction === 'out' ? 'out' : 'in'}`)}, {reference}
            </span>
            <span className="tabular-nums">
              <strong>{money(direction === 'out' ? -amount : amount)}</strong>{' '}
              <span className="text-muted">
                {/* Noon in UTC is the same day in Baku. */}
                {date(locale, `${day}T12:00:00Z`)}, {t('admin.actor.operator', { number: String(operatorId) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </RequestCard>
  )
}

const KNOWN_ACTORS = ['customer', 'bank', 'clock'] as const

export function StatusChanges({ changes }: Pick<WholesaleRequest, 'changes'>) {
  const { t, locale } = useI18n()
  const nameOf = (actor: string) => {
    const knownActor = KNOWN_ACTORS.find((candidate) => candidate === actor)
    return knownActor ? t(`wholesale.admin.actor.${knownActor}`) : t('admin.actor.operator', { number: actor })
  }
  return (
    <RequestCard id="history" title={t('admin.history')}>
      <ol className="divide-y divide-line">
        {changes.toReversed().map(({ status, at, actor, reason }) => (
          <li key={`${at} ${status}`} className="grid gap-0.5 py-3">
            <p className="font-medium">{t(`wholesale.state.${status}`)}</p>
            <p className="text-sm text-muted tabular-nums">
              <time dateTime={at}>
                {date(locale, at)}, {timeOfDay(at)}
              </time>
              {actor && `, ${nameOf(actor)}`}
            </p>
            {reason && <p className="text-[0.9375rem] text-muted wrap-anywhere">{reason}</p>}
          </li>
        ))}
      </ol>
    </RequestCard>
  )
}
