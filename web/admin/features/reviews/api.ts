// Requests about the moderation of reviews of products, and of replies to them.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { QueuedText, ReviewState } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export const REVIEW_STATES = ['pending', 'published', 'rejected'] as const satisfies ReviewState[]

export const queueQuery = (locale: Locale, state: ReviewState, page: number) => ({
  ...get(locale, '/admin/reviews', { query: { state, page: String(page) } }),
  staleTime: LOADER_FRESH_MS,
})

export const decideReview = (locale: Locale, { id, isReply }: QueuedText, body: { publish: boolean; reason?: string }) =>
  call({ method: 'POST', path: `/admin/${isReply ? 'replies' : 'reviews'}/${id}`, locale, body })

/** Fetches the queue again, because another operator may have decided about a text. */
export function useRefreshQueue() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['GET', '/admin/reviews'] })
}

export function usePublish() {
  const { t, locale } = useI18n()
  const refresh = useRefreshQueue()
  return useMutation({
    mutationFn: (text: QueuedText) => decideReview(locale, text, { publish: true }),
    onSuccess: () => toast.good(t('admin.moderation.published')),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}
