import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReviewState } from '~/api/types'
import emptyBell from '~/assets/pictures/empty-bell.webp'
import { RequireSignIn } from '~/features/auth/components/require-sign-in'
import { useAuth } from '~/features/auth/store'
import { queueQuery, STATES } from '~/features/moderation/queries'
import { QueuedCard } from '~/features/moderation/queued-card'
import { useI18n, useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

export function Component() {
  const t = useT()
  const isOperator = useAuth((state) => state.user?.roles.includes('operator'))
  usePage(t('common.titleOf', { name: t('moderation.title') }))
  return <RequireSignIn>{isOperator ? <Moderation /> : <NotForYou />}</RequireSignIn>
}

/** What people wrote of products, by its state; the state is in the address. */
function Moderation() {
  const t = useT()
  const [search] = useSearchParams()
  const state = STATES.find((one) => one === search.get('veziyyet')) ?? 'pending'
  const choices = STATES.map((one) => ({
    to: paths.moderation(one === 'pending' ? undefined : one),
    label: t(`moderation.state.${one}`),
    isCurrent: one === state,
  }))
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          {t('moderation.title')}
        </h1>
        <p className="text-muted text-pretty">{t('moderation.text')}</p>
      </div>
      <FilterLinks label={t('moderation.states')} choices={choices} />
      <Queue key={state} state={state} />
    </div>
  )
}

function Queue({ state }: { state: ReviewState }) {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, index) => queueQuery(locale, state, index + 1)) })
  const first = answers[0]
  const texts = answers.flatMap(({ data }) => data?.data ?? [])
  const isLoading = answers.some(({ isPending }) => isPending)

  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  if (first?.data && texts.length === 0)
    return state === 'pending' ? (
      <EmptyState picture={emptyBell} title={t('moderation.empty')} text={t('moderation.emptyText')} />
    ) : (
      <p className="py-10 text-center text-muted">{t('moderation.emptyElse')}</p>
    )
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {first?.data && t('moderation.count', { count: first.data.meta.total })}
      </p>
      <ul className="grid gap-4">
        {texts.map((text) => (
          <QueuedCard key={`${text.isReply ? 'reply' : 'review'} ${text.id}`} text={text} />
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

function NotForYou() {
  const t = useT()
  return (
    <EmptyState picture={emptyBell} title={t('moderation.forOperators')} text={t('moderation.forOperatorsText')} asPageTitle>
      <ButtonLink to={paths.home()} size="lg">
        {t('common.toShop')}
      </ButtonLink>
    </EmptyState>
  )
}
