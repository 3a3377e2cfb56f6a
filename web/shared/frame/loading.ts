// Loads the queries, code and texts of a page before it is shown.

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

export interface PageQueries {
  /** Awaited; a failure replaces the page by the error page. */
  critical?: Query[]
  /** Awaited; a component shows its failure. */
  settled?: Query[]
  /** As `settled`, but stale data is fetched again, for forms. */
  fresh?: Query[]
  /** Queries that depend on the data of the others, loaded after them as `settled`. */
  following?: (client: QueryClient) => Query[]
  /** Not awaited; their components have skeletons. */
  deferred?: Query[]
}

export type QueriesOfPage = (context: PageContext) => PageQueries

export const ifSignedIn =
  (queriesOf: QueriesOfPage): QueriesOfPage =>
  (context) =>
    auth.tokens() ? queriesOf(context) : {}

/** Loaders are outside the lazy chunks, so that data and code load in parallel. They accept stale data, which components refetch. */
export function createLoaders({ client, locale }: { client: QueryClient; locale: Locale }) {
  // With `static`, data in the cache never counts as stale.
  const cached = (query: Query) => client.query({ ...query, staleTime: 'static' })

  const load =
    (queriesOf: (context: PageContext) => PageQueries | Promise<PageQueries>) =>
    async ({ params, request }: LoaderFunctionArgs) => {
      const context = { locale, params, search: new URL(request.url).searchParams }
      const { critical = [], settled = [], fresh = [], following, deferred = [] } = await queriesOf(context)
      for (const query of deferred) void cached(query).catch(() => {})
      // `client.query` alone honours the query's own stale time.
      const optional = [...settled.map(cached), ...fresh.map((query) => client.query(query))]
      await Promise.all([...critical.map(cached), Promise.allSettled(optional)])
      if (following) await Promise.allSettled(following(client).map(cached))
      // Components read the cache.
      return null
    }

  const withParts =
    <P>(parts: Part[], page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), ...parts.map((part) => loadPart(locale, part))])
      return module
    }

  const withPart = <P>(part: Part, page: () => Promise<P>) => withParts([part], page)

  /** Imports a page with the texts of the account, the sign-in page and forms. */
  const withPersonalTexts =
    <P>(page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), loadPersonal(locale)])
      return module
    }

  return { load, withParts, withPart, withPersonalTexts }
}

/** Loads a document of the other application: the back office or the shop. */
export function loadOtherDocument({ request }: LoaderFunctionArgs): never {
  // `location` still has the previous address. If it is the same, this document was served for it, and would load again forever.
  if (new URL(request.url).pathname === location.pathname) throw new Response(null, { status: 404 })
  throw redirectDocument(request.url)
}
