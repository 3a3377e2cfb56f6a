// Requests about the services of the backend and their parked events. A feed is the list of events of a service, which other services
// apply. An event that a service failed with several times is parked until an operator replays (applies again) or discards it.
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Schemas } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export type ServiceState = Schemas['ServiceState']
export type ParkedEvent = Schemas['ParkedEvent']

/** Services that can park events. */
export const SERVICES = ['auth', 'catalog', 'notification', 'order', 'seo', 'store'] as const

const PER_PAGE = '20'
/** The figures are fetched again at this interval, but not while the tab is hidden. */
const REFRESH_MS = 15_000

export const systemQuery = (locale: Locale) => ({
  ...get(locale, '/admin/system'),
  staleTime: LOADER_FRESH_MS,
  refetchInterval: REFRESH_MS,
})

export const parkedQuery = (locale: Locale, service?: string, cursor?: string) => ({
  ...get(locale, '/admin/parked-events', { query: { service, cursor, limit: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

/** `missing` are services that did not respond. */
export function useParkedPages(locale: Locale, service?: string) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const results = useQueries({ queries: cursors.map((cursor) => parkedQuery(locale, service, cursor)) })
  const pages = results.flatMap(({ data }) => (data ? [data.data] : []))
  const failed = results.find(({ isError, data }) => isError && !data)
  const next = pages.at(-1)?.nextCursor
  return {
    events: pages.flatMap(({ events }) => events),
    missing: [...new Set(pages.flatMap(({ missing }) => missing))],
    isLoading: results.some(({ isPending, isError }) => isPending && !isError),
    hasFailed: failed !== undefined && failed === results[0],
    hasMore: failed !== undefined || next !== undefined,
    more: () => (failed ? void failed.refetch() : setCursors([...cursors, next])),
    retry: () => void Promise.all(results.map(({ refetch }) => refetch())),
  }
}

const isParkedQuery = hasPathPrefix('/admin/parked-events')
const isSystemQuery = hasPathPrefix('/admin/system')

export function useRefreshSystem() {
  const client = useQueryClient()
  return () => Promise.all([client.invalidateQueries({ predicate: isParkedQuery }), client.invalidateQueries({ predicate: isSystemQuery })])
}

const pathOf = ({ service, id }: Pick<ParkedEvent, 'service' | 'id'>, action: 'replay' | 'discard') =>
  `/admin/parked-events/${service}/${encodeURIComponent(id)}/${action}`

export function useReplay(event: ParkedEvent) {
  const { t, locale } = useI18n()
  const refresh = useRefreshSystem()
  return useMutation({
    mutationFn: () =>
      call({ method: 'POST', path: pathOf(event, 'replay'), locale }) as Promise<
        ApiResponse<'/admin/parked-events/{service}/{id}/replay', 'post'>
      >,
    onSuccess: ({ data: { outcome } }) => {
      const text = t(`adminSystem.outcome.${outcome}`)
      if (outcome === 'applied') toast.good(text)
      else toast.bad(text)
    },
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}

export function useReplayFeed(service: string, feed: string) {
  const { t, locale } = useI18n()
  const refresh = useRefreshSystem()
  return useMutation({
    mutationFn: () =>
      call({ method: 'POST', path: `/admin/parked-events/${service}/replay`, locale, body: { feed } }) as Promise<
        ApiResponse<'/admin/parked-events/{service}/replay', 'post'>
      >,
    onSuccess: ({ data: { applied, failed, hasMore } }) => {
      const text = t(hasMore ? 'adminSystem.someReplayed' : 'adminSystem.allReplayed', { applied, failed })
      if (failed === 0) toast.good(text)
      else toast.bad(text)
    },
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
}

export const discardEvent = (locale: Locale, event: ParkedEvent, reason: string) =>
  call({ method: 'POST', path: pathOf(event, 'discard'), locale, body: { reason } })
