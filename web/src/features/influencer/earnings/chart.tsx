import { useId } from 'react'
import type { EarningsOfDay } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { dayAndMonth } from '~shared/i18n/dates'
import { money, number } from '~shared/i18n/format'
import { chartTop } from './figures'

const CHART_HEIGHT = 120
/** Widths of a day with its gap and of the bar, in units of the chart. */
const DAY_WIDTH = 10
const BAR_WIDTH = 7

/** One bar per day. Screen readers get a table. */
export function Chart({ days }: { days: EarningsOfDay[] }) {
  const { t, locale } = useI18n()
  const title = useId()
  const day = (date: string) => dayAndMonth(locale, date).join(' ')
  const top = chartTop(Math.max(0, ...days.map(({ figures }) => figures.earned)))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure aria-labelledby={title} className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <figcaption id={title} className="flex flex-wrap items-center justify-between gap-4">
        <span className="font-semibold">{t('account.earnings.chart')}</span>
        <span className="text-sm text-muted tabular-nums">{t('account.earnings.upTo', { sum: money(top) })}</span>
      </figcaption>
      <svg aria-hidden viewBox={`0 0 ${days.length * DAY_WIDTH} ${CHART_HEIGHT}`} preserveAspectRatio="none" className="h-40 w-full">
        <line x1="0" x2={days.length * DAY_WIDTH} y1={CHART_HEIGHT - 0.5} y2={CHART_HEIGHT - 0.5} stroke="var(--color-line-strong)" />
        {days.map(({ date, figures: { earned } }, index) => {
          // A bar above zero must be visible.
          const height = earned > 0 ? Math.max(2, (earned / top) * CHART_HEIGHT) : 0
          return (
            <rect
              key={date}
              x={index * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2}
              y={CHART_HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              className="fill-accent"
            >
              <title>{`${day(date)}: ${money(earned)}`}</title>
            </rect>
          )
        })}
      </svg>
      {first && last && (
        <p aria-hidden className="flex justify-between text-sm text-muted">
          <span>{day(first.date)}</span>
          <span>{day(last.date)}</span>
        </p>
      )}
      {/* A table never gets narrower than its text, so the element around it is hidden. */}
      <div className="sr-only">
        <table>
          <caption>{t('account.earnings.chart')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('account.earnings.day')}</th>
              <th scope="col">{t('account.earnings.clicks')}</th>
              <th scope="col">{t('account.earnings.orders')}</th>
              <th scope="col">{t('account.earnings.earned')}</th>
              <th scope="col">{t('account.earnings.takenBack')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, figures }) => (
              <tr key={date}>
                <th scope="row">{day(date)}</th>
                <td>{number(figures.clicks)}</td>
                <td>{number(figures.orders)}</td>
                <td>{money(figures.earned)}</td>
                <td>{money(figures.takenBack)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
