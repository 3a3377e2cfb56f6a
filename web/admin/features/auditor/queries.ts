import { get, JUST_LOADED } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** Polled, because a run takes seconds. */
export const auditRunsQuery = (locale: Locale) => ({
  ...get(locale, '/admin/auditor/runs'),
  staleTime: JUST_LOADED,
  refetchInterval: 5_000,
})

export const findingsQuery = (locale: Locale, isResolved: boolean, page: number) => ({
  ...get(locale, '/admin/auditor/findings', { query: { isGone: String(isResolved), page: String(page), perPage: '20' } }),
  staleTime: JUST_LOADED,
})
