// The page of the audit log: what members of staff have changed and read, in all services.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { fetchAuditCsv, useAuditPages } from '~admin/features/audit/api'
import { AuditFilterForm } from '~admin/features/audit/filter-form'
import { LogTable } from '~admin/features/audit/log-table'
import { saveFile } from '~admin/lib/save-file'
import { auditFilter, type AuditFilter } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { SavedViews } from '~admin/ui/saved-views'
import { failureText } from '~shared/api/failure'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'
import { toast } from '~shared/ui/toast-store'

export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const filter = auditFilter(search)
  const csv = useMutation({
    mutationFn: () => fetchAuditCsv(locale, filter),
    onSuccess: (content) => saveFile('sovqat-audit.csv', content),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  return (
    <AdminPage
      needs="audit_read"
      isWide
      title={t('adminStaff.audit.title')}
      text={t('adminStaff.audit.text')}
      action={
        <Button look="secondary" busy={csv.isPending} disabled={csv.isPending} onClick={() => csv.mutate()}>
          <Download aria-hidden className="size-4.5" />
          {t('adminStaff.audit.csv')}
        </Button>
      }
    >
      <SavedViews list="audit" />
      <AuditFilterForm key={`form ${search}`} filter={filter} />
      <Log key={`log ${search}`} filter={filter} />
    </AdminPage>
  )
}

function Log({ filter }: { filter: AuditFilter }) {
  const { t, locale } = useI18n()
  const { entries, missing, isLoading, hasFailed, hasMore, more, retry } = useAuditPages(locale, filter)
  if (hasFailed) return <LoadFailure onRetry={retry} />
  return (
    <>
      {missing.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <p className="grow font-medium">{t('adminStaff.audit.missing', { services: missing.join(', ') })}</p>
          <Button look="secondary" onClick={retry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {entries.length > 0 && <LogTable entries={entries} filter={filter} />}
      {entries.length === 0 && !isLoading && (
        <EmptyState picture={emptySearch} title={t('adminStaff.audit.empty')} text={t('adminStaff.audit.emptyText')} />
      )}
      {isLoading && <ListSkeleton />}
      {hasMore && !isLoading && <LoadMoreButton isLoading={isLoading} onMore={more} />}
    </>
  )
}
