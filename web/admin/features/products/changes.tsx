import { useStaffName } from '~admin/features/staff/use-staff-name'
import type { ProductChange } from '~shared/api/types'
import { type Key, useI18n } from '~shared/i18n/context'
import { date, timeOfDay } from '~shared/i18n/dates'
import { EMPTY } from './rules'

/** Lists the changes of a product: time, operator, and changed fields, newest first. */
export function Changes({ changes }: { changes: ProductChange[] }) {
  const { t } = useI18n()
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="changes" className="text-xl">
        {t('adminProducts.history')}
      </h2>
      <ol className="divide-y divide-line">
        {changes.map((change) => (
          <Change key={`${change.at} ${change.action}`} change={change} />
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { action, at, operatorId, fields } }: { change: ProductChange }) {
  const { t, locale } = useI18n()
  const staffName = useStaffName()
  const labels = fields.filter((field) => field in EMPTY && field !== 'version').map((field) => t(`adminProducts.label.${field}` as Key))
  return (
    <li className="grid gap-0.5 py-3">
      <p className="font-medium">{t(`adminProducts.action.${action}`)}</p>
      <p className="text-sm text-muted tabular-nums">
        <time dateTime={at}>
          {date(locale, at)}, {timeOfDay(at)}
        </time>
        {`, ${staffName(operatorId)}`}
      </p>
      {action === 'changed' && labels.length > 0 && <p className="text-[0.9375rem] text-muted wrap-anywhere">{labels.join(', ')}</p>}
    </li>
  )
}
