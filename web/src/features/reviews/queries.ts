import { useQuery } from '@tanstack/react-query'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Schemas } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { useIsSignedIn } from '~shared/features/auth/store'

export const SORTS = ['newest', 'best', 'worst'] as const satisfies Schemas['ReviewSort'][]

export interface ReviewFilter {
  sort: (typeof SORTS)[number]
  stars: number | null
  isVerified: boolean
}

export const ALL: ReviewFilter = { sort: 'newest', stars: null, isVerified: false }

const PER_PAGE = '6'
/** The server's maximum. In practice, one page holds all reviews of an account. */
const MAX_PER_PAGE = '100'

/** The page that lists the account's reviews shows fewer at once. */
export const MINE_PER_PAGE = '10'

export const reviewsQuery = (locale: Locale, productId: number, { sort, stars, isVerified }: ReviewFilter, page: number) =>
  get(locale, '/product/{id}/reviews', {
    path: { id: productId },
    query: {
      sort,
      rating: stars === null ? undefined : String(stars),
      verified: isVerified ? 'true' : undefined,
      page: String(page),
      perPage: PER_PAGE,
    },
  })

export const myReviewsQuery = (locale: Locale, page: number, perPage = MAX_PER_PAGE) => ({
  ...get(locale, '/user/reviews', { query: { page: String(page), perPage } }),
  staleTime: LOADER_FRESH_MS,
})

export const myRepliesQuery = (locale: Locale, page: number) => ({
  ...get(locale, '/user/replies', { query: { page: String(page), perPage: '10' } }),
  staleTime: LOADER_FRESH_MS,
})

export function useMyReviewOf(productId: number) {
  const isSignedIn = useIsSignedIn()
  const { data, isPending } = useQuery({ ...myReviewsQuery(useLocale(), 1), enabled: isSignedIn })
  return { mine: isSignedIn ? data?.data.find(({ product }) => product.id === productId) : undefined, isPending: isSignedIn && isPending }
}
