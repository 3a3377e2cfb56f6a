// The reviews of a product by other shoppers, page by page.

import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { ListSkeleton } from '~shared/ui/list-states'
import { type ReviewFilter, reviewsQuery, useMyReviewOf } from '../queries'
import { ReviewItem } from './review-item'

interface ReviewListProps {
  product: { id: number; slug: string }
  choice: ReviewFilter
  onShowAll: () => void
}

/** Leaves out the account's own review, which `Reviews` shows above the list. */
export function ReviewList({ product, choice, onShowAll }: ReviewListProps) {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const { mine } = useMyReviewOf(product.id)
  const results = useQueries({ queries: Array.from({ length: pages }, (_, index) => reviewsQuery(locale, product.id, choice, index + 1)) })
  // A new review moves others to the next page, where they would be shown twice.
  const loaded = new Map(results.flatMap(({ data }) => data?.data.reviews ?? []).map((review) => [review.id, review]))
  const reviewsOfOthers = [...loaded.values()].filter(({ id }) => id !== mine?.review.id)
  const failed = results.find(({ isError, data }) => isError && !data)
  const isLoading = results.some(({ isPending }) => isPending)
  const isFiltered = choice.stars !== null || choice.isVerified
  const { total = 0, lastPage = 1 } = results[0]?.data?.meta ?? {}

  if (failed)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{t('reviews.failed')}</p>
        <Button look="secondary" onClick={() => void failed.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  return (
    <>
      <p role="status" className="sr-only">
        {!isLoading && t('reviews.basedOn', { count: total })}
      </p>
      {reviewsOfOthers.length > 0 && (
        <ul className="-my-1 divide-y divide-line">
          {reviewsOfOthers.map((review) => (
            <ReviewItem key={review.id} review={review} product={product} />
          ))}
        </ul>
      )}
      {isLoading && <ListSkeleton rows={3} />}
      {!isLoading && total === 0 && isFiltered && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="text-muted">{t('reviews.noneFound')}</p>
          <Button look="quiet" onClick={onShowAll}>
            {t('reviews.all')}
          </Button>
        </div>
      )}
      {pages < lastPage && (
        <div>
          <Button look="secondary" size="lg" disabled={isLoading} onClick={() => setPages(pages + 1)}>
            {t('reviews.more')}
          </Button>
        </div>
      )}
    </>
  )
}
