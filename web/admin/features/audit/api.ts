// Requests about the audit log: what members of staff have changed and read, collected from all services.
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiTime } from '~admin/lib/baku-time'
import { fetchFile } from '~admin/lib/fetch-file'
import type { AuditFilter } from '~admin/paths'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { Locale } from '~shared/i18n/locale'

/** The value of an input of type `datetime-local`. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

function timeParam(typed: string | undefined) {
  return typed && TIME.test(typed) && !Number.isNaN(Date.parse(typed)) ? toApiTime(typed) : undefined
}

/** Leaves out texts that cannot be a time or an account. */
function paramsOf({ accountId, since, until, ...otherParams }: AuditFilter) {
  return { ...otherParams, accountId: accountId?.match(/^\d+$/)?.[0], since: timeParam(since), until: timeParam(until) }
}

const PER_PAGE = '50'

export const auditQuery = (locale: Locale, filter: AuditFilter, cursor?: string) => ({
  ...get(locale, '/admin/audit', { query: { ...paramsOf(filter), cursor, limit: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

/**
 * Pages follow cursors, so new entries do not shift them. After a failed later page, `hasMore` stays true and `more` fetches that page
 * again.
 */
export function useAuditPages(locale: Locale, filter: AuditFilter) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const results = useQueries({ queries: cursors.map((cursor) => auditQuery(locale, filter, cursor)) })
  const pages = results.flatMap(({ data }) => (data ? [data.data] : []))
  const failed = results.find(({ isError, data }) => isError && !data)
  const next = pages.at(-1)?.nextCursor
  return {
    entries: pages.flatMap(({ entries }) => entries),
    /** Services that did not respond. */
    missing: [...new Set(pages.flatMap(({ missing }) => missing))],
    isLoading: results.some(({ isPending }) => isPending),
    hasFailed: failed !== undefined && failed === results[0],
    hasMore: failed !== undefined || next !== undefined,
    more: () => (failed ? void failed.refetch() : setCursors([...cursors, next])),
    retry: () => void Promise.all(results.map(({ refetch }) => refetch())),
  }
}

export const fetchAuditCsv = (locale: Locale, filter: AuditFilter): Promise<Blob> => fetchFile(locale, '/admin/audit.csv', paramsOf(filter))
