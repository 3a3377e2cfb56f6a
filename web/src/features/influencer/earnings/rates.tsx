import type { InfluencerEarnings } from '~shared/api/types'
import { lastDay, percent } from '~/features/bonuses/rules'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'

/** The rates by which earnings are booked, and when nothing is earned. */
export function Rates({ rates, returnDays }: Pick<InfluencerEarnings, 'rates' | 'returnDays'>) {
  const { t, locale } = useI18n()
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t('account.earnings.rules')}</h2>
      <div className="rounded-xl border border-line bg-surface px-5 py-3">
        {rates.length === 0 && <p>{t('account.earnings.noRates')}</p>}
        <dl className="divide-y divide-line">
          {rates.map(({ title, basisPoints, endsAt }) => (
            <div key={`${title}${basisPoints}`} className="flex items-center justify-between gap-4 py-3">
              <dt>
                {title}
                {endsAt && (
                  <span className="block text-sm text-muted">{t('account.earnings.until', { date: date(locale, lastDay(endsAt)) })}</span>
                )}
              </dt>
              <dd className="font-semibold tabular-nums">{percent(basisPoints)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-sm text-muted text-pretty">
          {t('account.earnings.paid')} {t('account.earnings.waits', { count: returnDays, n: returnDays })} {t('account.earnings.own')}
        </p>
      </div>
    </section>
  )
}
