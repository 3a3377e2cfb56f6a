// One run of the auditor, which compares ledger, orders, stock and banks every night or when an operator asks for it.
import clsx from 'clsx'
import type { AuditRun } from '~shared/api/types'
import { type Translate, useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'

export function AuditRunRow({ run, isOpen }: { run: AuditRun; isOpen: boolean }) {
  const { t, locale } = useI18n()
  const now = useNow()
  return (
    <li className="rounded-xl border border-line bg-surface">
      <details open={isOpen}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
          <span className="font-medium">{dayAndTime(locale, run.startedAt ?? run.askedAt, now)}</span>
          <span className="text-sm text-muted">{t(run.isNightly ? 'admin.auditor.nightly' : 'admin.auditor.byOperator')}</span>
          <Outcome run={run} />
        </summary>
        <ul className="grid gap-x-6 gap-y-1 px-5 pb-4 text-sm sm:grid-cols-2">
          {run.results.map((result) => (
            <li key={result.area} className="flex flex-wrap gap-x-2">
              <span>{t(`admin.auditor.area.${result.area}`)}:</span>
              <span className={clsx(result.hasFailed || result.differing > 0 ? 'font-semibold text-bad' : 'text-muted')}>
                {resultText(t, result)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

function resultText(t: Translate, { compared, differing, hasFailed }: AuditRun['results'][number]): string {
  if (hasFailed) return t('admin.auditor.notCompared')
  if (differing > 0) return t('admin.auditor.differing', { count: differing })
  return t('admin.auditor.compared', { count: compared })
}

function Outcome({ run }: { run: AuditRun }) {
  const { t } = useI18n()
  const { startedAt, finishedAt, results } = run
  if (!finishedAt) {
    return <span className="text-sm text-muted">{t(startedAt ? 'admin.auditor.running' : 'admin.auditor.waiting')}</span>
  }
  const differing = results.reduce((sum, result) => sum + result.differing, 0)
  const failed = results.filter(({ hasFailed }) => hasFailed).length
  const isClean = differing === 0 && failed === 0
  return (
    <span className={clsx('rounded-full px-3 py-0.5 text-sm font-semibold', isClean ? 'bg-good-soft text-good' : 'bg-warn-soft text-ink')}>
      {[
        differing > 0 && t('admin.auditor.differing', { count: differing }),
        failed > 0 && t('admin.auditor.failed', { count: failed }),
        isClean && t('admin.auditor.clean'),
      ]
        .filter(Boolean)
        .join(', ')}
    </span>
  )
}
