import { get } from '~/api/query'
import type { ReviewState } from '~/api/types'
import type { Locale } from '~/i18n/locale'

export const STATES = ['pending', 'published', 'rejected'] as const satisfies ReviewState[]

export const queueQuery = (locale: Locale, state: ReviewState, page: number) => ({
  ...get(locale, '/admin/reviews', { query: { state, page: String(page) } }),
  staleTime: 0,
})
