import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { call } from '~/api/http'
import emptyBell from '~/assets/pictures/empty-bell.webp'
import { failureText } from '~/features/content/failure-text'
import { AuditRunRow } from '~/features/desk/audit-run'
import { auditRunsQuery, findingsQuery } from '~/features/desk/auditor-queries'
import { DeskPage } from '~/features/desk/desk-page'
import { FindingCard } from '~/features/desk/finding-card'
import { Queue } from '~/features/desk/queue'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'
import { toast } from '~/ui/toast-store'

const isAuditors = ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[1]).startsWith('/admin/auditor')

/** The latest runs of the auditor, and what they found; whether findings are open is in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const isGone = search.get('veziyyet') === 'duzelmis'
  const refresh = () => client.invalidateQueries({ predicate: isAuditors })
  const ask = useMutation({
    mutationFn: () => call({ method: 'POST', path: '/admin/auditor/runs', locale }),
    onSuccess: () => toast.good(t('desk.auditor.asked')),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
  const runs = useQuery(auditRunsQuery(locale))
  // A run that ends may have found something: the list begins anew.
  const finished = runs.data?.data.find(({ finishedAt }) => finishedAt)?.id
  const choices = [
    { to: deskPaths.auditor(), label: t('desk.auditor.open'), isCurrent: !isGone },
    { to: deskPaths.auditor('duzelmis'), label: t('desk.auditor.gone'), isCurrent: isGone },
  ]
  return (
    <DeskPage
      title={t('desk.auditor.title')}
      text={t('desk.auditor.text')}
      action={
        <Button busy={ask.isPending} disabled={ask.isPending} onClick={() => ask.mutate()}>
          <SearchCheck aria-hidden className="size-5" />
          {t('desk.auditor.run')}
        </Button>
      }
    >
      <section className="grid gap-4">
        <h2 className="text-xl">{t('desk.auditor.findings')}</h2>
        <FilterLinks label={t('desk.auditor.findings')} choices={choices} />
        <Queue
          key={`${isGone} ${finished ?? ''}`}
          queryOf={(page) => findingsQuery(locale, isGone, page)}
          keyOf={({ id }) => id}
          counted={(count) => t('desk.auditor.count', { count })}
          empty={
            isGone ? (
              <p className="py-10 text-center text-muted">{t('desk.auditor.emptyGone')}</p>
            ) : (
              <EmptyState picture={emptyBell} title={t('desk.auditor.empty')} text={t('desk.auditor.emptyText')} />
            )
          }
        >
          {(finding) => <FindingCard key={finding.id} finding={finding} onNoted={() => void refresh()} />}
        </Queue>
      </section>
      <section className="grid gap-4">
        <h2 className="text-xl">{t('desk.auditor.runs')}</h2>
        {runs.isError && <LoadFailure onRetry={() => void runs.refetch()} />}
        {runs.isPending && <ListSkeleton />}
        <ul className="grid gap-3">
          {runs.data?.data.map((run, place) => (
            <AuditRunRow key={run.id} run={run} isOpen={place === 0} />
          ))}
        </ul>
      </section>
    </DeskPage>
  )
}
