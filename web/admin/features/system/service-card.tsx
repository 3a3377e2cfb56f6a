// One service of the backend. A feed is the list of events of another service, which this service applies in order; the lag is the
// number of events that it has not applied yet. A worker is a background job.
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '~admin/paths'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { number } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { RelativeTime } from '~shared/ui/relative-time'
import type { ServiceState } from './api'

const BADGES: Record<ServiceState['health'], string> = {
  up: 'bg-good-soft text-good',
  no_database: 'bg-warn-soft text-ink',
  away: 'bg-bad-soft text-bad',
}

export function ServiceCard({ state }: { state: ServiceState }) {
  const { t } = useI18n()
  const { service, health, workers, feeds } = state
  return (
    <li className="grid min-w-0 content-start gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">{service}</h3>
        <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold', BADGES[health])}>{t(`adminSystem.health.${health}`)}</span>
      </div>
      <Facts state={state} />
      {feeds.length > 0 && (
        <Details title={t('adminSystem.feeds')} isOpen={feeds.some(({ isStopped }) => isStopped)}>
          <FeedTable state={state} />
        </Details>
      )}
      {workers.length > 0 && (
        <Details title={t('adminSystem.workers', { count: workers.length })} isOpen={workers.some(({ isFailing }) => isFailing)}>
          <WorkerTable state={state} />
        </Details>
      )}
    </li>
  )
}

const SHORT_COMMIT_LENGTH = 8

function Facts({ state: { service, version, commit, startedAt, schema, parked } }: { state: ServiceState }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const facts: [label: string, value: ReactNode][] = []
  if (version) facts.push([t('adminSystem.version'), commit ? `${version} (${commit.slice(0, SHORT_COMMIT_LENGTH)})` : version])
  if (startedAt) facts.push([t('adminSystem.started'), dayAndTime(locale, startedAt, now)])
  if (schema !== undefined) facts.push([t('adminSystem.schema'), schema])
  if (parked !== undefined) facts.push([t('adminSystem.parked'), <ParkedCount key={service} service={service} count={parked} />])
  if (facts.length === 0) return <p className="text-muted">{t('adminSystem.noAnswer')}</p>
  return (
    <dl className="grid gap-x-4 gap-y-1 text-[0.9375rem] grid-cols-[auto_minmax(0,1fr)]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The services stop counting at this number of parked events. */
const MOST_PARKED = 1_000

function ParkedCount({ service, count }: { service: string; count: number }) {
  if (count === 0) return '0'
  return (
    <Link to={`${adminPaths.system(service)}#parked`} className="text-accent-text underline">
      {count < MOST_PARKED ? number(count) : `${number(MOST_PARKED)}+`}
    </Link>
  )
}

function Details({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="min-w-0 border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-accent-text">{title}</summary>
      {children}
    </details>
  )
}

const CELL = 'py-1.5 pr-4 align-top'
/** A scrollable region needs the keyboard focus. `relative` keeps texts for screen readers inside. */
const SCROLLABLE = { role: 'region', tabIndex: 0, className: 'relative overflow-x-auto' }

interface TableProps {
  label: string
  columns: string[]
  children: ReactNode
}

function SmallTable({ label, columns, children }: TableProps) {
  return (
    <div {...SCROLLABLE} aria-label={label}>
      <table className="w-full text-left text-sm tabular-nums">
        <thead className="text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={clsx(CELL, 'font-semibold whitespace-nowrap')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  )
}

/** `position` is what the service has reached, `head` the last position of the producer. */
function FeedTable({ state: { service, feeds } }: { state: ServiceState }) {
  const { t } = useI18n()
  const columns = [t('adminSystem.feed'), t('adminSystem.position'), t('adminSystem.lag'), t('adminSystem.movedAt')]
  return (
    <SmallTable label={`${t('adminSystem.feeds')}: ${service}`} columns={columns}>
      {feeds.map(({ feed, position, head, lag, movedAt, isStopped }) => (
        <tr key={feed}>
          <th scope="row" className={clsx(CELL, 'min-w-32 font-medium')}>
            {feed}
            {isStopped && <span className="block text-bad">{t('adminSystem.stopped')}</span>}
          </th>
          <td className={clsx(CELL, 'whitespace-nowrap')}>
            {head === undefined ? number(position) : `${number(position)} / ${number(head)}`}
          </td>
          <td className={CELL}>{lag === undefined ? t('adminSystem.unknown') : number(lag)}</td>
          <td className={clsx(CELL, 'whitespace-nowrap')}>
            <RelativeTime at={movedAt} />
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

function WorkerTable({ state: { service, workers } }: { state: ServiceState }) {
  const { t } = useI18n()
  const columns = [t('adminSystem.worker'), t('adminSystem.lastSuccess'), t('adminSystem.failures'), t('adminSystem.limit')]
  return (
    <SmallTable label={`${t('adminSystem.workersOf')}: ${service}`} columns={columns}>
      {workers.map(({ name, lastSuccessAt, failures, runs, isFailing, runningSince, limitSeconds }) => (
        <tr key={name}>
          <th scope="row" className={clsx(CELL, 'min-w-40 font-medium')}>
            {name}
            {isFailing && <span className="block text-bad">{t('adminSystem.failing')}</span>}
            {runningSince && (
              <span className="block font-normal text-muted">
                {t('adminSystem.running')} <RelativeTime at={runningSince} />
              </span>
            )}
          </th>
          <td className={clsx(CELL, 'whitespace-nowrap')}>
            {lastSuccessAt ? <RelativeTime at={lastSuccessAt} /> : t('adminSystem.never')}
          </td>
          <td className={CELL}>{`${number(failures)} / ${number(runs)}`}</td>
          <td className={clsx(CELL, 'whitespace-nowrap')}>{t('adminSystem.seconds', { count: limitSeconds })}</td>
        </tr>
      ))}
    </SmallTable>
  )
}
