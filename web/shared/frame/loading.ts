// Loads what a page needs before it is shown: its queries, code and texts. The routers of the shop and the back office use it.

import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { auth } from '~shared/features/auth/store'
import { loadPart, loadPersonal } from '~shared/i18n/load'
import type { Locale } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'

export interface PageContext {
  locale: Locale
  params: Record<string, string | undefined>
  search: URLSearchParams
}

interface Query {
  queryKey: readonly unknown[]
}

/** Queries of a page, by what happens while they load and when they fail. */
export interface PageQueries {
  /** Queries that are awaited; a failure replaces the page by the error page. */
  critical?: Query[]
  /** Queries that are awaited as well; a failure replaces the page's content. */
  settled?: Query[]
  /** Queries as in `settled`, but stale data is fetched again: a form must not begin with outdated data. */
  fresh?: Query[]
  /** Returns the queries that depend on the data of the others. They are awaited after them, as `settled`. */
  following?: (client: QueryClient) => Query[]
  /** Queries that are not awaited. Their components have skeletons. */
  deferred?: Query[]
}

export type QueriesOfPage = (context: PageContext) => PageQueries

/** Returns no queries for guests, because only signed-in users may read them. */
export const ifSignedIn =
  (queriesOf: QueriesOfPage): QueriesOfPage =>
  (context) =>
    auth.tokens() ? queriesOf(context) : {}

/**
 * The loaders and lazy imports of a router. Loaders are not in the lazy chunks, so that data and code load in parallel. Cached data is
 * shown at once, even if stale; the component refetches it.
 */
export function createLoaders({ client, locale }: { client: QueryClient; locale: Locale }) {
  // With `static`, data in the cache never counts as stale.
  const cached = (query: Query) => client.query({ ...query, staleTime: 'static' })

  const load =
    (queriesOf: (context: PageContext) => PageQueries | Promise<PageQueries>) =>
    async ({ params, request }: LoaderFunctionArgs) => {
      const context = { locale, params, search: new URL(request.url).searchParams }
      const { critical = [], settled = [], fresh = [], following, deferred = [] } = await queriesOf(context)
      for (const query of deferred) void cached(query).catch(() => {})
      // `client.query` without an option honours the query's own stale time.
      const optional = [...settled.map(cached), ...fresh.map((query) => client.query(query))]
      await Promise.all([...critical.map(cached), Promise.allSettled(optional)])
      if (following) await Promise.allSettled(following(client).map(cached))
      // Loaders only fill the cache, which components read.
      return null
    }

  /** Imports a page with the texts of these parts. */
  const withParts =
    <P>(parts: Part[], page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), ...parts.map((part) => loadPart(locale, part))])
      return module
    }

  /** Imports a page with the texts of the account, the sign-in page and forms. */
  const withPersonalTexts =
    <P>(page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), loadPersonal(locale)])
      return module
    }

  return { load, withParts, withPart: <P>(part: Part, page: () => Promise<P>) => withParts([part], page), withPersonalTexts }
}

/** Loads the document of an address of the other application: the back office in the shop, the shop in the back office. */
export function loadOtherDocument({ request }: LoaderFunctionArgs): never {
  // While the router navigates, `location` still has the previous address. It is the same only if the document was served for it, and
  // loading it again would never end.
  if (new URL(request.url).pathname === location.pathname) throw new Response(null, { status: 404 })
  throw redirectDocument(request.url)
}
