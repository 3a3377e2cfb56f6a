// The page of the auditor, which compares ledger, orders, stock and banks every night.
// A finding is a difference between two of these sources. It is resolved when a later run no longer finds it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { AuditRunRow } from '~admin/features/auditor/audit-run'
import { FindingCard } from '~admin/features/auditor/finding-card'
import { auditRunsQuery, findingsQuery } from '~admin/features/auditor/queries'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList } from '~admin/ui/admin-page'
import { call } from '~shared/api/http'
import { hasPathPrefix } from '~shared/api/query'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { IfMay } from '~admin/session/access'

const isAuditorQuery = hasPathPrefix('/admin/auditor')

export function Component() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const isResolved = search.get('veziyyet') === 'duzelmis'
  const refresh = () => client.invalidateQueries({ predicate: isAuditorQuery })
  const startRun = useMutation({
    mutationFn: () => call({ method: 'POST', path: '/admin/auditor/runs', locale }),
    onSuccess: () => toast.good(t('admin.auditor.asked')),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
  const runs = useQuery(auditRunsQuery(locale))
  // The key of the list contains the last finished run, because a new run may have new findings.
  const finishedRunId = runs.data?.data.find(({ finishedAt }) => finishedAt)?.id
  const choices = [
    { to: adminPaths.auditor(), label: t('admin.auditor.open'), isCurrent: !isResolved },
    { to: adminPaths.auditor('duzelmis'), label: t('admin.auditor.gone'), isCurrent: isResolved },
  ]
  return (
    <AdminPage
      needs="ledger_read"
      title={t('admin.auditor.title')}
      text={t('admin.auditor.text')}
      action={
        <IfMay permission="ledger_audit">
          <Button busy={startRun.isPending} disabled={startRun.isPending} onClick={() => startRun.mutate()}>
            <SearchCheck aria-hidden className="size-5" />
            {t('admin.auditor.run')}
          </Button>
        </IfMay>
      }
    >
      <section className="grid gap-4">
        <h2 className="text-xl">{t('admin.auditor.findings')}</h2>
        <FilterLinks label={t('admin.auditor.findings')} choices={choices} />
        <PagedList
          key={`${isResolved} ${finishedRunId ?? ''}`}
          queryOf={(page) => findingsQuery(locale, { isResolved }, page)}
          keyOf={({ id }) => id}
          countText={(count) => t('admin.auditor.count', { count })}
          empty={
            isResolved ? (
              <p className="py-10 text-center text-muted">{t('admin.auditor.emptyGone')}</p>
            ) : (
              <EmptyState picture={emptyBell} title={t('admin.auditor.empty')} text={t('admin.auditor.emptyText')} />
            )
          }
        >
          {(finding) => <FindingCard key={finding.id} finding={finding} onNoted={() => void refresh()} />}
        </PagedList>
      </section>
      <section className="grid gap-4">
        <h2 className="text-xl">{t('admin.auditor.runs')}</h2>
        {runs.isError && <LoadFailure onRetry={() => void runs.refetch()} />}
        {runs.isPending && <ListSkeleton />}
        <ul className="grid gap-3">
          {runs.data?.data.map((run, index) => (
            <AuditRunRow key={run.id} run={run} isOpen={index === 0} />
          ))}
        </ul>
      </section>
    </AdminPage>
  )
}
