// The bar chart of the home page. A table below has the same figures for screen readers and for exact values.
import { useId, useState } from 'react'
import clsx from 'clsx'
import { useI18n } from '~shared/i18n/context'
import { dayAndMonth } from '~shared/i18n/dates'
import { money, number } from '~shared/i18n/format'
import type { DaySales } from './api'
import { cancelledShare, roundTop } from './figures'

/** These sizes are in units of the chart. CSS scales the SVG to the width of the page. */
const HEIGHT = 120
/** The width of a bar and the gap beside it. */
const DAY_WIDTH = 10
const BAR_WIDTH = 7

const MEASURES = ['revenue', 'orders'] as const
type Measure = (typeof MEASURES)[number]
const valueText = (measure: Measure, value: number) => (measure === 'revenue' ? money(value) : number(value))

/** The last day is today. */
export function SalesChart({ days }: { days: DaySales[] }) {
  const { t, locale } = useI18n()
  const title = useId()
  const [measure, setMeasure] = useState<Measure>('revenue')
  const dayText = (day: string) => dayAndMonth(locale, day).join(' ')
  const top = roundTop(Math.max(0, ...days.map((day) => day[measure])))
  const [first, middle, last] = [days[0], days[Math.floor(days.length / 2)], days.at(-1)]
  return (
    <figure aria-labelledby={title} className="grid min-w-0 content-start gap-3 rounded-xl border border-line bg-surface p-5">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={title} className="text-xl">
          {t('adminDashboard.chart')}
        </h2>
        <MeasureButtons measure={measure} onChoose={setMeasure} />
      </figcaption>
      <p aria-hidden className="text-sm text-muted tabular-nums">
        {valueText(measure, top)}
      </p>
      <Bars days={days} measure={measure} top={top} dayText={dayText} />
      {first && middle && last && (
        <p aria-hidden className="flex justify-between text-sm text-muted">
          {[first, middle, last].map(({ day }) => (
            <span key={day}>{dayText(day)}</span>
          ))}
        </p>
      )}
      <details className="min-w-0">
        <summary className="flex min-h-11 cursor-pointer items-center text-accent-text">{t('adminDashboard.table')}</summary>
        <SalesTable days={days} dayText={dayText} />
      </details>
    </figure>
  )
}

function MeasureButtons({ measure, onChoose }: { measure: Measure; onChoose: (measure: Measure) => void }) {
  const { t } = useI18n()
  return (
    <div role="group" aria-label={t('adminDashboard.measure')} className="flex gap-2">
      {MEASURES.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === measure}
          className={clsx(
            'min-h-11 rounded-full border px-4 font-medium',
            choice === measure ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong/60 hover:border-line-strong',
          )}
          onClick={() => onChoose(choice)}
        >
          {t(`adminDashboard.${choice}`)}
        </button>
      ))}
    </div>
  )
}

interface BarsProps {
  days: DaySales[]
  measure: Measure
  /** The value of a bar of full height. */
  top: number
  dayText: (day: string) => string
}

function Bars({ days, measure, top, dayText }: BarsProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-44 w-full border-t border-dashed border-line-strong/50"
    >
      <line x1="0" x2={days.length * DAY_WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} stroke="var(--color-line-strong)" />
      {days.map((day, index) => {
        const value = day[measure]
        // A bar above zero is at least two units high, so that it is visible.
        const height = value > 0 ? Math.max(2, (value / top) * HEIGHT) : 0
        return (
          <rect
            key={day.day}
            x={index * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2}
            y={HEIGHT - height}
            width={BAR_WIDTH}
            height={height}
            className={index === days.length - 1 ? 'fill-accent-strong' : 'fill-accent/60'}
          >
            <title>{`${dayText(day.day)}: ${valueText(measure, value)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

const CELL = 'py-1.5 pr-4'
/** A scrollable region needs the keyboard focus. `relative` keeps texts for screen readers inside. */
const SCROLLABLE = { role: 'region', tabIndex: 0, className: 'relative max-h-80 overflow-auto' }

function SalesTable({ days, dayText }: { days: DaySales[]; dayText: (day: string) => string }) {
  const { t } = useI18n()
  const columns = ['day', 'orders', 'revenue', 'average', 'cancelled'] as const
  return (
    <div {...SCROLLABLE} aria-label={t('adminDashboard.table')}>
      <table className="w-full text-left text-sm whitespace-nowrap tabular-nums">
        <thead className="text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={clsx(CELL, 'font-semibold')}>
                {t(`adminDashboard.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row" className={clsx(CELL, 'font-medium')}>
                {dayText(day.day)}
              </th>
              <td className={CELL}>{number(day.orders)}</td>
              <td className={CELL}>{money(day.revenue)}</td>
              <td className={CELL}>{day.averageOrder === undefined ? '—' : money(day.averageOrder)}</td>
              <td className={CELL}>{cancelledShare(day) === null ? '—' : `${cancelledShare(day)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
