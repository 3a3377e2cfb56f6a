import { useSuspenseQuery } from '@tanstack/react-query'
import { bonusTermsQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { lastDay, percent } from './rules'

/** What purchases earn now, how long that is good, and how much of an order it can pay: the figures by which bonuses are booked. */
export function BonusTerms() {
  const { t, locale } = useI18n()
  const { rates, birthdayFactor, returnDays, validMonths, noticeDays, spendShare, graceDays } = useSuspenseQuery(bonusTermsQuery(locale))
    .data.data
  return (
    <section aria-labelledby="bonus-terms" className="mb-8 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="bonus-terms" className="text-xl">
        {t('content.bonuses.title')}
      </h2>
      {rates.length === 0 && <p className="mt-2">{t('content.bonuses.none')}</p>}
      <dl className="mt-2 divide-y divide-line">
        {rates.map(({ title, basisPoints, endsAt }) => (
          <div key={`${title}${basisPoints}`} className="flex items-center justify-between gap-4 py-3">
            <dt>
              {title}
              {endsAt && (
                <span className="block text-sm text-muted">{t('content.bonuses.until', { date: date(locale, lastDay(endsAt)) })}</span>
              )}
            </dt>
            <dd className="font-semibold tabular-nums">{percent(basisPoints)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted text-pretty">
        {t('content.bonuses.birthday', { factor: birthdayFactor })} {t('content.bonuses.pending', { count: returnDays, n: returnDays })}{' '}
        {t('content.bonuses.valid', { count: validMonths, n: validMonths })}{' '}
        {t('content.bonuses.notice', { count: noticeDays, n: noticeDays })} {t('content.bonuses.share', { share: percent(spendShare) })}{' '}
        {t('content.bonuses.grace', { count: graceDays, n: graceDays })}
      </p>
    </section>
  )
}
