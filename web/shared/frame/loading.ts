import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { auth } from '~shared/features/auth/store'
import { loadPart, loadPersonal } from '~shared/i18n/load'
import type { Locale } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'

export interface Context {
  locale: Locale
  params: Record<string, string | undefined>
  search: URLSearchParams
}

interface Query {
  queryKey: readonly unknown[]
}

/** Queries that a page reads, by what happens while they load and when they fail. */
export interface PageQueries {
  /** When one fails, the error page replaces the page. */
  critical?: Query[]
  /** Awaited as well; when one fails, the page shows an error in place of its content. */
  settled?: Query[]
  /** As `settled`, but fetched again if the cached data is stale: a form must not begin with outdated data. */
  fresh?: Query[]
  /** Fetched without waiting; the components that show them have skeletons. */
  deferred?: Query[]
}

export type QueriesOfPage = (context: Context) => PageQueries

/** Queries nothing for guests, who are redirected to the sign-in page. */
export const ifSignedIn =
  (queriesOf: QueriesOfPage): QueriesOfPage =>
  (context) =>
    auth.tokens() ? queriesOf(context) : {}

/**
 * Creates the loaders and lazy imports of a router. Loaders are not in the lazy chunks, so that data and code load in parallel. Cached data
 * is shown at once, even if stale; the component refetches it.
 */
export function createLoaders({ client, locale }: { client: QueryClient; locale: Locale }) {
  const cached = (query: Query) => client.query({ ...query, staleTime: 'static' })

  const load =
    (queriesOf: (context: Context) => PageQueries | Promise<PageQueries>) =>
    async ({ params, request }: LoaderFunctionArgs) => {
      const context = { locale, params, search: new URL(request.url).searchParams }
      const { critical = [], settled = [], fresh = [], deferred = [] } = await queriesOf(context)
      for (const query of deferred) void cached(query).catch(() => {})
      const optional = [...settled.map(cached), ...fresh.map((query) => client.query(query))]
      await Promise.all([...critical.map(cached), Promise.allSettled(optional)])
      return null
    }

  /** Imports a page together with the texts of these parts. */
  const withParts =
    <P>(parts: Part[], page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), ...parts.map((part) => loadPart(locale, part))])
      return module
    }

  /** Imports a page together with the texts of the account, the sign-in page and forms. */
  const withPersonalTexts =
    <P>(page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), loadPersonal(locale)])
      return module
    }

  return { load, withParts, withPart: <P>(part: Part, page: () => Promise<P>) => withParts([part], page), withPersonalTexts }
}

/** Loader for addresses of the other application (shop or back office): loads its document. */
export function loadOtherDocument({ request }: LoaderFunctionArgs): never {
  // The document was served for this very address, so loading it again would never end.
  if (new URL(request.url).pathname === location.pathname) throw new Response(null, { status: 404 })
  throw redirectDocument(request.url)
}
