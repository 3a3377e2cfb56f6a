// The figures of today on the home page.
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useI18n } from '~shared/i18n/context'
import { weekday } from '~shared/i18n/dates'
import { money, number } from '~shared/i18n/format'
import { type DaySales, newAccountsQuery } from './api'
import { cancelledShare, changePercent } from './figures'

interface Figure {
  label: string
  value: string
  before: string
  /** In percent; null if it is unknown. */
  change?: number | null
}

const NONE = '—'
const amount = (qepik: number | undefined) => (qepik === undefined ? NONE : money(qepik))
const percent = (share: number | null) => (share === null ? NONE : `${share} %`)

/** Figures are compared with the same weekday last week, up to the same time of day. */
export function Today({ today, lastWeek }: { today: DaySales; lastWeek: DaySales }) {
  const { t, locale } = useI18n()
  const accounts = useQuery(newAccountsQuery(locale)).data?.data
  const figures: Figure[] = [
    {
      label: t('adminDashboard.orders'),
      value: number(today.orders),
      before: number(lastWeek.orders),
      change: changePercent(today.orders, lastWeek.orders),
    },
    {
      label: t('adminDashboard.revenue'),
      value: money(today.revenue),
      before: money(lastWeek.revenue),
      change: changePercent(today.revenue, lastWeek.revenue),
    },
    {
      label: t('adminDashboard.average'),
      value: amount(today.averageOrder),
      before: amount(lastWeek.averageOrder),
      change: changePercent(today.averageOrder ?? 0, lastWeek.averageOrder ?? 0),
    },
    { label: t('adminDashboard.cancelled'), value: percent(cancelledShare(today)), before: percent(cancelledShare(lastWeek)) },
    {
      label: t('adminDashboard.accounts'),
      value: accounts ? number(accounts.today) : NONE,
      before: accounts ? number(accounts.lastWeek) : NONE,
      change: accounts ? changePercent(accounts.today, accounts.lastWeek) : null,
    },
  ]
  return (
    <section aria-labelledby="today-title" className="grid gap-3">
      <div>
        <h2 id="today-title" className="text-xl">
          {t('adminDashboard.today')}
        </h2>
        <p className="text-sm text-muted">{t('adminDashboard.compared', { weekday: weekday(locale, lastWeek.day) })}</p>
      </div>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        {figures.map((figure) => (
          <FigureCard key={figure.label} figure={figure} />
        ))}
      </dl>
    </section>
  )
}

function FigureCard({ figure: { label, value, before, change } }: { figure: Figure }) {
  const { t } = useI18n()
  return (
    <div className="grid min-w-0 content-start gap-1 rounded-xl border border-line bg-surface p-4 max-lg:last:col-span-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-2xl font-semibold tabular-nums wrap-anywhere">{value}</dd>
      <dd className="flex flex-wrap gap-x-2 text-sm text-muted tabular-nums">
        {typeof change === 'number' && <Change percent={change} />}
        {t('adminDashboard.before', { value: before })}
      </dd>
    </div>
  )
}

function Change({ percent }: { percent: number }) {
  return (
    <span className={clsx('font-semibold', percent > 0 && 'text-good', percent < 0 && 'text-bad')}>
      {`${signOf(percent)}${Math.abs(percent)} %`}
    </span>
  )
}

function signOf(percent: number) {
  if (percent > 0) return '+'
  return percent < 0 ? '−' : ''
}
