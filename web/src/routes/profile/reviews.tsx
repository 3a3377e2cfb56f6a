// The account's own reviews and replies to reviews.

import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { AccountPage } from '~/features/account/page'
import { LongText, Replies, StateBadge, StateNote } from '~/features/reviews/components/parts'
import { useWithdraw } from '~/features/reviews/mutations'
import { MINE_PER_PAGE, myRepliesQuery, myReviewsQuery } from '~/features/reviews/queries'
import type { MyReply, MyReview } from '~shared/api/types'
import { usePages } from '~shared/api/use-pages'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { Stars } from '~shared/features/reviews/stars'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink, IconButton, iconButtonClass } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { Picture } from '~shared/ui/picture'
import { RelativeTime } from '~shared/ui/relative-time'

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
  useDocumentHead(t('common.titleOf', { name: t('account.reviews.title') }))

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
      {/* Without reviews, the replies decide whether the page is empty. */}
      {(reviews.isLoading || (reviews.total === 0 && replies.isLoading)) && <ListSkeleton />}
      {reviews.hasMore && <LoadMoreButton isLoading={reviews.isLoading} onMore={reviews.more} />}
      {reviews.total !== undefined && (replies.hasFailed || replies.items.length > 0) && <MyReplies pages={replies} />}
    </AccountPage>
  )
}

/** The replies load and fail apart from the reviews. */
function MyReplies({ pages }: { pages: ReturnType<typeof usePages<MyReply>> }) {
  const t = useT()
  return (
    <section aria-labelledby="my-replies" className="grid gap-4">
      <h2 id="my-replies" className="text-xl">
        {t('reviews.replies.title')}
      </h2>
      {pages.hasFailed ? (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted">{t('common.failure.unknown')}</p>
          <Button look="secondary" onClick={pages.retry}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <>
          <ul className="grid gap-4">
            {pages.items.map((mine) => (
              <MyReplyCard key={mine.reply.id} mine={mine} />
            ))}
          </ul>
          {pages.isLoading && <ListSkeleton />}
          {pages.hasMore && <LoadMoreButton isLoading={pages.isLoading} onMore={pages.more} />}
        </>
      )}
    </section>
  )
}

function MyReviewCard({ mine, onWithdraw }: { mine: MyReview; onWithdraw: () => void }) {
  const t = useT()
  const { review, product } = mine
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex gap-4">
        <Picture src={product.imageUrl} alt="" sizes="72px" className="size-18 shrink-0 rounded-lg bg-pearl object-cover" />
        <div className="grid min-w-0 grow content-start gap-1">
          <h2 className="text-base">
            <Link to={paths.product(product.slug)} className="hover:text-accent-text hover:underline">
              {product.name}
            </Link>
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Stars value={review.rating} />
            <RelativeTime at={review.updatedAt ?? review.createdAt} className="text-sm text-muted" />
          </p>
        </div>
      </div>
      <div className="flex items-center justify-between gap-3">
        <StateBadge state={review.state} />
        <div className="-my-2 -mr-2 flex">
          <Link
            to={paths.writeReview(product.slug)}
            aria-label={t('reviews.mine.editOf', { name: product.name })}
            className={iconButtonClass}
          >
            <Pencil aria-hidden className="size-4.5" />
          </Link>
          <IconButton label={t('reviews.mine.withdrawOf', { name: product.name })} onClick={onWithdraw} className="-ml-1">
            <Trash2 aria-hidden className="size-4.5" />
          </IconButton>
        </div>
      </div>
      <LongText text={review.text} />
      <StateNote state={mine.review.state} reason={mine.reason} />
      {review.replies.length > 0 && <Replies replies={review.replies} />}
    </li>
  )
}

function MyReplyCard({ mine: { reply, review, product, reason } }: { mine: MyReply }) {
  const t = useT()
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">
          <Link to={paths.reviewsOf(product.slug)} className="hover:text-accent-text hover:underline">
            {product.name}
          </Link>
        </h3>
        <StateBadge state={reply.state} />
      </div>
      <figure className="grid gap-1 border-l-2 border-line pl-4 text-[0.9375rem] text-muted">
        <figcaption className="font-semibold">{review.author || t('reviews.someone')}</figcaption>
        <blockquote className="line-clamp-2 wrap-anywhere">{review.text ?? t('reviews.replies.hidden')}</blockquote>
      </figure>
      <div className="grid gap-1">
        <RelativeTime at={reply.createdAt} className="text-sm text-muted" />
        <LongText text={reply.text} />
      </div>
      <StateNote state={reply.state} reason={reason} kind="reply" />
    </li>
  )
}
