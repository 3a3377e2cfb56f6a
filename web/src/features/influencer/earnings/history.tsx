// The history of an influencer's earnings.

import type { EarningEntry } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'

/** Sums that were earned, taken back after a return, or paid out. */
export function History({ entries }: { entries: EarningEntry[] }) {
  const { t } = useI18n()
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t('account.earnings.history')}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {entries.map((entry) => (
          <Entry key={`${entry.at} ${entry.balance} ${entry.amount}`} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry: { kind, amount, balance, at, maturesAt, products, cashout } }: { entry: EarningEntry }) {
  const { t, locale } = useI18n()
  return (
    <li className="flex items-center justify-between gap-4 p-5">
      <div className="grid min-w-0">
        <p className="font-semibold">{t(`account.earnings.kind.${kind}`)}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {date(locale, at)}, {cashout ?? products.join(', ')}
        </p>
        {kind === 'earned' && maturesAt && (
          <p className="text-sm text-muted">{t('account.earnings.payableFrom', { date: date(locale, maturesAt) })}</p>
        )}
      </div>
      <p className="grid shrink-0 text-right font-semibold tabular-nums">
        {amount > 0 ? `+${money(amount)}` : money(amount)}
        <span className="text-sm font-normal text-muted">{t('account.earnings.after', { sum: money(balance) })}</span>
      </p>
    </li>
  )
}
