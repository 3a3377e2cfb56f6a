import { get, JUST_LOADED } from '~shared/api/query'
import type { ReviewState } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

export const STATES = ['pending', 'published', 'rejected'] as const satisfies ReviewState[]

export const queueQuery = (locale: Locale, state: ReviewState, page: number) => ({
  ...get(locale, '/admin/reviews', { query: { state, page: String(page) } }),
  staleTime: JUST_LOADED,
})
