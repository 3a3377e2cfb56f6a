import type { PromoChange } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { timeOfDay } from '~shared/i18n/times'
import type { Key } from '~shared/i18n/translate'
import { EMPTY } from './rules'

/** What operators did with a code: when, who, and which of its rules. The newest comes first. */
export function Changes({ changes }: { changes: PromoChange[] }) {
  const { t } = useI18n()
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="changes" className="text-xl">
        {t('campaigns.promos.history')}
      </h2>
      <ol className="divide-y divide-line">
        {changes.map((change) => (
          <Change key={`${change.at} ${change.action}`} change={change} />
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { action, at, operatorId, fields } }: { change: PromoChange }) {
  const { t, locale } = useI18n()
  const labels = fields.filter((field) => field in EMPTY).map((field) => t(`campaigns.promos.label.${field}` as Key))
  return (
    <li className="grid gap-0.5 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <p className="font-medium">{t(`campaigns.promos.action.${action}`)}</p>
      <p className="text-sm text-muted tabular-nums">
        <time dateTime={at}>
          {date(locale, at)}, {timeOfDay(at)}
        </time>
        {`, ${t('desk.actor.operator', { number: operatorId })}`}
      </p>
      {action === 'changed' && <p className="text-[0.9375rem] text-muted wrap-anywhere sm:col-span-2">{labels.join(', ')}</p>}
    </li>
  )
}
