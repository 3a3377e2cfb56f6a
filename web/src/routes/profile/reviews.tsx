import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { usePages } from '~shared/api/use-pages'
import { AccountPage } from '~/features/account/page'
import { MyReplies } from '~/features/reviews/components/my-replies'
import { MyReviewCard } from '~/features/reviews/components/my-review-card'
import { useWithdraw } from '~/features/reviews/mutations'
import { MINE_PER_PAGE, myRepliesQuery, myReviewsQuery } from '~/features/reviews/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'
import { MoreButton } from '~shared/ui/more-button'

/** Everything one wrote about products and replied to others, newest first, with its state; later pages are appended. */
export function Component() {
  const { t, locale } = useI18n()
  const reviews = usePages(
    (page) => myReviewsQuery(locale, page, MINE_PER_PAGE),
    ({ review }) => review.id,
  )
  const replies = usePages(
    (page) => myRepliesQuery(locale, page),
    ({ reply }) => reply.id,
  )
  const { mutate: withdraw } = useWithdraw()
  usePage(t('common.titleOf', { name: t('account.reviews.title') }))

  if (reviews.hasFailed) return <LoadFailure onRetry={reviews.retry} />
  if (reviews.total === 0 && replies.total === 0)
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
      {reviews.items.length > 0 && (
        <ul className="grid gap-4">
          {reviews.items.map((mine) => (
            <MyReviewCard key={mine.review.id} mine={mine} onWithdraw={() => withdraw(mine)} />
          ))}
        </ul>
      )}
      {/* Without reviews, the replies decide whether this page is the empty one. */}
      {(reviews.isLoading || (reviews.total === 0 && replies.isLoading)) && <ListSkeleton />}
      {reviews.hasMore && <MoreButton isLoading={reviews.isLoading} onMore={reviews.more} />}
      {reviews.total !== undefined && (replies.hasFailed || replies.items.length > 0) && <MyReplies pages={replies} />}
    </AccountPage>
  )
}
