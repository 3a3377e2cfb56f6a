import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { auth } from '~shared/features/auth/store'
import { loadPart, loadPersonal } from '~shared/i18n/load'
import type { Locale } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'

export interface Where {
  locale: Locale
  params: Record<string, string | undefined>
  search: URLSearchParams
}

interface Query {
  queryKey: readonly unknown[]
}

/** The queries that a page reads. */
export interface Needs {
  /** The page cannot be shown without these: when one fails, the error page is shown instead. */
  critical?: Query[]
  /** Awaited as well; when one fails, the page says so where its content would be. */
  settled?: Query[]
  /** Settled, and never taken from the cache: a form must not begin with what somebody else has changed. */
  fresh?: Query[]
  /** Fetched meanwhile; the parts that show them have skeletons. */
  deferred?: Query[]
}

export type Needed = (where: Where) => Needs

/** Guests are sent to the sign-in page, so nothing is asked for them. */
export const signedIn =
  (needed: Needed): Needed =>
  (where) =>
    auth.tokens() ? needed(where) : {}

/**
 * Makes the loaders and lazy imports of a router. Loaders are not in the lazy chunks, so that data and code travel at the same time. What is
 * in the cache is shown at once, even when it is old: the component refreshes it.
 */
export function loading({ client, locale }: { client: QueryClient; locale: Locale }) {
  const cached = (query: Query) => client.query({ ...query, staleTime: 'static' })

  const load =
    (needed: (where: Where) => Needs | Promise<Needs>) =>
    async ({ params, request }: LoaderFunctionArgs) => {
      const where = { locale, params, search: new URL(request.url).searchParams }
      const { critical = [], settled = [], fresh = [], deferred = [] } = await needed(where)
      for (const query of deferred) void cached(query).catch(() => {})
      const mayFail = [...settled.map(cached), ...fresh.map((query) => client.query({ ...query }))]
      await Promise.all([...critical.map(cached), Promise.allSettled(mayFail)])
      return null
    }

  /** A page with texts of its own. */
  const withParts =
    <P>(parts: Part[], page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), ...parts.map((part) => loadPart(locale, part))])
      return module
    }

  /** A page with the texts for those who sign in. */
  const personal =
    <P>(page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), loadPersonal(locale)])
      return module
    }

  return { load, withParts, withPart: <P>(part: Part, page: () => Promise<P>) => withParts([part], page), personal }
}

/** The loader of addresses that belong to the other application (shop or back office): the browser fetches that one's document. */
export function loadOtherDocument({ request }: LoaderFunctionArgs): never {
  // A document that was served for this very address is the right one: fetching it again would never end.
  if (new URL(request.url).pathname === location.pathname) throw new Response(null, { status: 404 })
  throw redirectDocument(request.url)
}
