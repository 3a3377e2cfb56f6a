import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { type Choice, reviewsQuery, useMyReviewOf } from '../queries'
import { ReviewItem } from './review-item'

interface Props {
  product: { id: number; slug: string }
  choice: Choice
  onShowAll: () => void
}

/** The chosen reviews, page by page. One's own stands above them already. */
export function ReviewList({ product, choice, onShowAll }: Props) {
  const { t, locale } = useI18n()
  const [pages, setPages] = useState(1)
  const { mine } = useMyReviewOf(product.id)
  const answers = useQueries({ queries: Array.from({ length: pages }, (_, index) => reviewsQuery(locale, product.id, choice, index + 1)) })
  // A review that came meanwhile moves another one to the next page.
  const found = new Map(answers.flatMap(({ data }) => data?.data.reviews ?? []).map((review) => [review.id, review]))
  const others = [...found.values()].filter(({ id }) => id !== mine?.review.id)
  const failed = answers.find(({ isError, data }) => isError && !data)
  const isLoading = answers.some(({ isPending }) => isPending)
  const { total = 0, lastPage = 1 } = answers[0]?.data?.meta ?? {}

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
      {others.length > 0 && (
        <ul className="-my-1 divide-y divide-line">
          {others.map((review) => (
            <ReviewItem key={review.id} review={review} product={product} />
          ))}
        </ul>
      )}
      {isLoading && <ListSkeleton rows={3} />}
      {!isLoading && total === 0 && (choice.stars !== null || choice.isVerified) && (
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
