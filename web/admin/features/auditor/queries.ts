// Queries about the auditor, which compares ledger, orders, stock and banks. A finding is a difference.
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** Fetched again every five seconds, so that the page shows when a run ends. */
export const auditRunsQuery = (locale: Locale) => ({
  ...get(locale, '/admin/auditor/runs'),
  staleTime: LOADER_FRESH_MS,
  refetchInterval: 5_000,
})

/** The API calls a resolved finding gone. */
export const findingsQuery = (locale: Locale, { isResolved }: { isResolved: boolean }, page: number) => ({
  ...get(locale, '/admin/auditor/findings', { query: { isGone: String(isResolved), page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
})
