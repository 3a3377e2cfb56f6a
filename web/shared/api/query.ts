// Builds the query of a GET for TanStack Query. The key contains path, parameters and language, exactly as the gateway writes it into
// documents.

import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '~shared/i18n/locale'
import { call, type Query } from './http'
import type { ApiResponse, PathOf } from './types'

/** The values for a path template (`path`) and for the query string (`query`). */
interface Params {
  path?: Record<string, string | number>
  query?: Record<string, string | undefined>
}

/** Replaces each `{name}` of a path template by its encoded value. */
const fill = (template: string, values: Record<string, string | number> = {}) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

/** Sorts names and drops empty values, as the gateway does in the keys that it writes into the page. */
function normalise(query: Record<string, string | undefined> = {}): Query {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  if (entries.length === 0) return null
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The key under which a response is cached. */
export type Key = readonly ['GET', path: string, Query, Locale]

/** Returns a predicate for the cache: whether a query's path starts with one of the prefixes. */
export const hasPathPrefix =
  (...prefixes: string[]) =>
  ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
    prefixes.some((prefix) => String(path).startsWith(prefix))

/** The stale time of queries that every visit refetches: just long enough for the page not to repeat its loader's request. */
export const LOADER_FRESH_MS = 500

/** Returns the query options of a GET. Each feature wraps this function in named queries, which components use. */
export function get<P extends PathOf<'get'>>(locale: Locale, path: P, params: Params = {}) {
  const filledPath = fill(path, params.path)
  const query = normalise(params.query)
  const queryKey: Key = ['GET', filledPath, query, locale]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call({ method: 'GET', path: filledPath, locale, query, signal }) as Promise<ApiResponse<P, 'get'>>,
  })
}
