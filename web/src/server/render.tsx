// Renders a page for a guest, within the gateway.

import { renderToString } from 'react-dom/server'
import {
  createStaticRouter,
  type DataRouteObject,
  matchRoutes,
  parsePath,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { routes } from '~/app/routes'
import { createQueryClient, hydratePageState } from '~shared/api/query-client'
import { App } from '~shared/frame/app'
import { setNumberLocale } from '~shared/i18n/format'
import { loadMessages, loadPart } from '~shared/i18n/load'
import { type Locale, localeOf, prefixOf } from '~shared/i18n/locale'
import { type Part, PARTS } from '~shared/i18n/parts'
import { translator } from '~shared/i18n/context'

/** The gateway writes its own preload hints. */
const HINTS = /^(?:<link [^>]*>)+/
/** React's marker of an unresolved Suspense boundary. */
const UNRESOLVED = '<!--$!-->'
/** More than a lazy part and its texts need. */
const MAX_MICROTASKS = 20

/** `state` is the JSON of the document's data. */
export async function render(address: string, state: string): Promise<string> {
  const { pathname = '/', search = '' } = parsePath(address)
  const location = { pathname, search, hash: '', state: null, key: 'default', mask: undefined }
  const locale = localeOf(pathname)
  const basename = prefixOf(locale) || '/'
  const client = createQueryClient()
  hydratePageState(client, state)

  const match = matchRoutes(routes({ client, locale }), location, basename)
  if (!match) throw new Error(`There is no page at ${address}`)
  const branch = await loadBranch(match.map(({ route }) => route))
  const matches = matchRoutes(branch, location, basename) as StaticHandlerContext['matches']
  const context = contextOf(basename, location, matches)
  const router = createStaticRouter(branch, context)
  const page = (
    <App client={client} i18n={{ locale, t: translator(locale, await allMessages(locale)) }}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>
  )
  // The number format is global. Another render may have changed it during an `await`.
  const renderPage = () => {
    setNumberLocale(locale)
    return renderToString(page).replace(HINTS, '')
  }
  const html = renderPage()
  if (!html.includes(UNRESOLVED)) return html
  // The imports of lazy parts, which the first render has started, resolve within a few microtasks.
  for (let step = 0; step < MAX_MICROTASKS; step += 1) await Promise.resolve()
  return renderPage()
}

/** The router's state after its loaders. */
const contextOf = (
  basename: string,
  location: StaticHandlerContext['location'],
  matches: StaticHandlerContext['matches'],
): StaticHandlerContext =>
  ({
    basename,
    location,
    matches,
    // The data of the loaders is in the state.
    loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])),
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  }) as Omit<StaticHandlerContext, '_match'> as StaticHandlerContext

const parts = new Map<Locale, Promise<unknown>>()

/** Loads all parts, because a lazy part loads its texts only once, possibly for another language. */
async function allMessages(locale: Locale) {
  const loading = parts.get(locale) ?? Promise.all(Object.keys(PARTS).map((part) => loadPart(locale, part as Part)))
  parts.set(locale, loading)
  await loading
  return loadMessages(locale)
}

/** Loads the matched routes, and nests each in the one before it. */
async function loadBranch(matchedRoutes: RouteObject[]): Promise<DataRouteObject[]> {
  const loaded = matchedRoutes.map(async ({ lazy, children: _siblings, ...route }, depth) => {
    const code = typeof lazy === 'function' ? await lazy() : {}
    return { ...route, ...code, id: route.id ?? String(depth) }
  })
  return (await Promise.all(loaded)).reduceRight<DataRouteObject[]>(
    (children, route) => [{ ...route, ...(children.length > 0 && { children }) } as DataRouteObject],
    [],
  )
}
