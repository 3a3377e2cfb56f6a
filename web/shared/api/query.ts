// Builds the query of a GET for TanStack Query.

import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '~shared/i18n/locale'
import { call, type Query } from './http'
import type { ApiResponse, PathOf } from './types'

interface Params {
  path?: Record<string, string | number>
  query?: Record<string, string | undefined>
}

/** Replaces each `{name}` of a path template. */
const fill = (template: string, values: Record<string, string | number> = {}) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

/** Sorts names and drops empty values, as the gateway does in its keys. */
function normalise(query: Record<string, string | undefined> = {}): Query {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  if (entries.length === 0) return null
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export type Key = readonly ['GET', path: string, Query, Locale]

/** Matches cached queries whose path starts with one of the prefixes. */
export const hasPathPrefix =
  (...prefixes: string[]) =>
  ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
    prefixes.some((prefix) => String(path).startsWith(prefix))

/** The stale time of queries that every visit refetches, except right after the page's loader. */
export const LOADER_FRESH_MS = 500

export function get<P extends PathOf<'get'>>(locale: Locale, path: P, params: Params = {}) {
  const filledPath = fill(path, params.path)
  const query = normalise(params.query)
  const queryKey: Key = ['GET', filledPath, query, locale]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call({ method: 'GET', path: filledPath, locale, query, signal }) as Promise<ApiResponse<P, 'get'>>,
  })
}
