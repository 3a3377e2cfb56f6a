import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import emptyHeart from '~/assets/pictures/empty-heart.webp'
import { AccountPage } from '~/features/account/page'
import { MyReviewCard } from '~/features/reviews/components/my-review-card'
import { useWithdraw } from '~/features/reviews/mutations'
import { myReviewsQuery } from '~/features/reviews/queries'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { Button, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

const PER_PAGE = '10'

/** Everything one wrote about products, newest first, with its state; later pages are appended. */
export function Component() {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, index) => myReviewsQuery(locale, index + 1, PER_PAGE)) })
  const { mutate: withdraw } = useWithdraw()
  usePage(t('common.titleOf', { name: t('account.reviews.title') }))

  const first = answers[0]
  const reviews = answers.flatMap(({ data }) => data?.data ?? [])
  const isLoading = answers.some(({ isPending }) => isPending)
  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  if (first?.data && reviews.length === 0)
    return (
      <EmptyState picture={emptyHeart} title={t('reviews.mine.empty')} text={t('reviews.mine.emptyText')} asPageTitle>
        <ButtonLink to={paths.favourites()} look="secondary" size="lg">
          {t('common.nav.favourites')}
        </ButtonLink>
        <ButtonLink to={paths.home()} size="lg">
          {t('common.toShop')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <AccountPage title={t('account.reviews.title')} text={t('reviews.mine.text')}>
      <ul className="grid gap-4">
        {reviews.map((mine) => (
          <MyReviewCard key={mine.review.id} mine={mine} onWithdraw={() => withdraw(mine)} />
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
    </AccountPage>
  )
}
