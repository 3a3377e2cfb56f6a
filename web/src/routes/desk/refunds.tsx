import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { RefundStatus } from '~/api/types'
import emptyBell from '~/assets/pictures/empty-bell.webp'
import { ForOperators } from '~/features/desk/for-operators'
import { deskRefundsQuery, REFUND_STATES } from '~/features/desk/queries'
import { RefundCard } from '~/features/desk/refund-card'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  usePage(t('common.titleOf', { name: t('desk.refunds.title') }))
  return (
    <ForOperators>
      <Desk />
    </ForOperators>
  )
}

/** Who wants money back, by what became of it; the state is in the address. */
function Desk() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const state = REFUND_STATES.find((one) => one === search.get('veziyyet')) ?? 'requested'
  const choices = REFUND_STATES.map((one) => ({
    to: paths.deskRefunds(one === 'requested' ? undefined : one),
    label: t(`desk.refunds.state.${one}`),
    isCurrent: one === state,
  }))
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          {t('desk.refunds.title')}
        </h1>
        <p className="text-muted text-pretty">{t('desk.refunds.text')}</p>
      </div>
      <FilterLinks label={t('desk.refunds.states')} choices={choices} />
      <Queue key={state} state={state} />
    </div>
  )
}

function Queue({ state }: { state: RefundStatus }) {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, index) => deskRefundsQuery(locale, state, index + 1)) })
  const first = answers[0]
  const refunds = [...new Map(answers.flatMap(({ data }) => data?.data ?? []).map((refund) => [refund.id, refund])).values()]
  const isLoading = answers.some(({ isPending }) => isPending)

  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  if (first?.data && refunds.length === 0)
    return state === 'requested' ? (
      <EmptyState picture={emptyBell} title={t('desk.refunds.empty')} text={t('desk.refunds.emptyText')} />
    ) : (
      <p className="py-10 text-center text-muted">{t('desk.refunds.emptyElse')}</p>
    )
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {first?.data && t('desk.refunds.count', { count: first.data.meta.total })}
      </p>
      <ul className="grid gap-4">
        {refunds.map((refund) => (
          <RefundCard key={refund.id} refund={refund} />
        ))}
      </ul>
      {isLoading && <ListSkeleton />}
      {pages < (first?.data?.meta.lastPage ?? 1) && (
        <div>
          <Button look="secondary" size="lg" disabled={isLoading} onClick={() => setPages(pages + 1)}>
            {t('catalog.loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}
