// The table of the audit log. An entry says who did what to which subject, for example an order, and what changed.
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { staffQuery } from '~admin/features/staff/api'
import { adminPaths, type AuditFilter } from '~admin/paths'
import { useMay } from '~admin/session/access'
import type { Schemas } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { date, timeOfDay } from '~shared/i18n/dates'
import { changesOf } from './changes'

type Entry = Schemas['AuditEntry']

const COLUMNS = ['time', 'person', 'actionColumn', 'subjectColumn', 'change', 'origin'] as const

/** A scrollable region needs the keyboard focus. `relative` keeps texts for screen readers inside. */
const SCROLLABLE = { role: 'region', tabIndex: 0, className: 'relative overflow-x-auto rounded-xl border border-line' }

export function LogTable({ entries, filter }: { entries: Entry[]; filter: AuditFilter }) {
  const t = useT()
  const nameOf = useNames()
  return (
    <div {...SCROLLABLE} aria-label={t('adminStaff.audit.entries')}>
      <table className="w-full min-w-[56rem] border-collapse bg-surface text-left text-[0.9375rem]">
        <thead className="text-sm text-muted">
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="px-4 py-3 font-semibold">
                {t(`adminStaff.audit.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {entries.map((entry) => (
            <EntryRow key={`${entry.service} ${entry.id}`} entry={entry} person={nameOf(entry.accountId)} filter={filter} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LINK = 'inline-flex min-h-8 items-center font-medium hover:text-accent-text hover:underline'

function EntryRow({ entry, person, filter }: { entry: Entry; person: string; filter: AuditFilter }) {
  const { t, locale } = useI18n()
  const { at, service, accountId, action, subjectKind, subject, address, browser, system } = entry
  return (
    <tr className="align-top">
      <td className="px-4 py-3 whitespace-nowrap tabular-nums">
        <time dateTime={at}>
          {date(locale, at)}
          <br />
          {timeOfDay(at)}
        </time>
      </td>
      <td className="px-4 py-3">
        <Link to={adminPaths.audit({ ...filter, accountId: String(accountId) })} className={LINK}>
          {person}
        </Link>
      </td>
      <td className="px-4 py-3">
        <Link to={adminPaths.audit({ ...filter, action })} className={LINK}>
          {action}
        </Link>
        <span className="block text-sm text-muted">{service}</span>
      </td>
      <td className="px-4 py-3">
        <Link to={adminPaths.audit({ ...filter, subjectKind, subject })} className={LINK}>
          {`${subjectKind} ${subject}`}
        </Link>
      </td>
      <td className="px-4 py-3">
        <ChangeList entry={entry} />
      </td>
      <td className="px-4 py-3 text-sm text-muted">
        {[address, [browser, system].filter(Boolean).join(', ')].filter(Boolean).join(' · ') || t('adminStaff.audit.unknown')}
      </td>
    </tr>
  )
}

function ChangeList({ entry: { before, after } }: { entry: Entry }) {
  const t = useT()
  const changes = changesOf(before, after)
  if (changes.length === 0) return <span className="text-muted">{t('adminStaff.audit.noChange')}</span>
  return (
    <ul className="grid gap-1.5">
      {changes.map((change) => (
        <li key={change.field} className="wrap-anywhere">
          {change.field && <span className="mr-1.5 text-sm text-muted">{change.field}:</span>}
          <span className="sr-only">{t('adminStaff.audit.before')}: </span>
          <del className="text-muted decoration-1">{change.before ?? '—'}</del>
          <ArrowRight aria-hidden className="mx-1.5 inline size-3.5" />
          <span className="sr-only">{t('adminStaff.audit.after')}: </span>
          <ins className="font-medium no-underline">{change.after ?? '—'}</ins>
        </li>
      ))}
    </ul>
  )
}

/** Current members of staff are shown by name, other accounts by number. */
function useNames() {
  const { t, locale } = useI18n()
  const maySeeStaff = useMay()('staff_read')
  const { data } = useQuery({ ...staffQuery(locale), enabled: maySeeStaff })
  const names = new Map(data?.data.members.map(({ accountId, firstName, lastName }) => [accountId, `${firstName} ${lastName}`]))
  return (accountId: number) => names.get(accountId) ?? t('adminStaff.audit.accountNo', { number: accountId })
}
