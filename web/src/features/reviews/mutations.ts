import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import type { ApiResponse, MyReview } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { failureText } from '~shared/api/failure'
import type { ReviewInput } from './rules'

type ReviewResponse = ApiResponse<'/product/{id}/reviews', 'post'>
type ReplyResponse = ApiResponse<'/review/{id}/reply', 'post'>

/** Replaces an earlier review of the product. */
export const writeReview = (locale: Locale, productId: number, body: ReviewInput) =>
  call({ method: 'POST', path: `/product/${productId}/reviews`, locale, body }) as Promise<ReviewResponse>

export const writeReply = (locale: Locale, reviewId: number, text: string) =>
  call({ method: 'POST', path: `/review/${reviewId}/reply`, locale, body: { text } }) as Promise<ReplyResponse>

/** Refetches everything that shows a product's reviews or rating. */
export const refreshReviews = (client: QueryClient, { id, slug }: { id: number; slug: string }) =>
  Promise.all(
    [`/product/${id}/reviews`, `/product/${slug}`, '/user/reviews', '/user/replies'].map((path) =>
      client.invalidateQueries({ queryKey: ['GET', path] }),
    ),
  )

/** Withdraws a review. "Undo" writes it again. */
export function useWithdraw() {
  const { t, locale } = useI18n()
  const client = useQueryClient()

  const restore = async ({ review: { rating, text }, product }: MyReview) => {
    try {
      await writeReview(locale, product.id, { rating, text })
    } catch (error) {
      toast.bad(failureText(t, error))
    }
    await refreshReviews(client, product)
  }

  return useMutation({
    scope: { id: 'reviews' },
    mutationFn: ({ review }: MyReview) => call({ method: 'DELETE', path: `/review/${review.id}`, locale }),
    onSuccess: (_done, mine) => toast.plain(t('reviews.withdrawn'), { label: t('common.undo'), run: () => void restore(mine) }),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: (_done, _error, { product }) => refreshReviews(client, product),
  })
}
