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
import { createQueryClient, takePageState } from '~shared/api/query-client'
import { App } from '~shared/frame/app'
import { writeFiguresIn } from '~shared/i18n/format'
import { loadMessages, loadPart } from '~shared/i18n/load'
import { type Locale, localeOf, prefixOf } from '~shared/i18n/locale'
import { type Part, PARTS } from '~shared/i18n/parts'
import { translator } from '~shared/i18n/context'

/** What React tells the browser to fetch early. The gateway has written into the head what is worth it. */
const HINTS = /^(?:<link [^>]*>)+/
/** Stands where a part was not there yet. */
const LEFT_OUT = '<!--$!-->'
/** More than a part and its texts take to come from the same script. */
const STEPS = 20

/** The page at an address, as a guest sees it at first, of the state that is written into the document beside it. */
export async function render(address: string, state: string): Promise<string> {
  const { pathname = '/', search = '' } = parsePath(address)
  const location = { pathname, search, hash: '', state: null, key: 'default', mask: undefined }
  const locale = localeOf(pathname)
  const basename = prefixOf(locale) || '/'
  const client = createQueryClient()
  takePageState(client, state)

  const found = matchRoutes(routes({ client, locale }), location, basename)
  if (!found) throw new Error(`There is no page at ${address}`)
  const branch = await withCode(found.map(({ route }) => route))
  const matches = matchRoutes(branch, location, basename) as StaticHandlerContext['matches']
  const context = {
    basename,
    location,
    matches,
    // Their loaders have nothing to do: what they would fetch is in the state.
    loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])),
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  } as Omit<StaticHandlerContext, '_match'> as StaticHandlerContext
  const router = createStaticRouter(branch, context)
  const page = (
    <App client={client} i18n={{ locale, t: translator(locale, await allMessages(locale)) }}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>
  )
  // Another page may have been begun meanwhile.
  const rendered = () => {
    writeFiguresIn(locale)
    return renderToString(page).replace(HINTS, '')
  }
  const html = rendered()
  if (!html.includes(LEFT_OUT)) return html
  // What comes later in a browser was asked for by this. Here it is some steps away and no more, and from then on it is there at once.
  for (let step = 0; step < STEPS; step += 1) await Promise.resolve()
  return rendered()
}

const parts = new Map<Locale, Promise<unknown>>()

/**
 * In a browser a part of the page brings its texts along when it is first shown. Here it was first shown in another language, perhaps,
 * and does not ask again: so all texts are there before anything is shown.
 */
async function allMessages(locale: Locale) {
  const loading = parts.get(locale) ?? Promise.all(Object.keys(PARTS).map((part) => loadPart(locale, part as Part)))
  parts.set(locale, loading)
  await loading
  return loadMessages(locale)
}

/** The one way down to the page, with its code: a page of its own is all that this router knows. */
async function withCode(way: RouteObject[]): Promise<DataRouteObject[]> {
  const loaded = way.map(async ({ lazy, children: _others, ...route }, depth) => {
    const code = typeof lazy === 'function' ? await lazy() : {}
    return { ...route, ...code, id: route.id ?? String(depth) }
  })
  return (await Promise.all(loaded)).reduceRight<DataRouteObject[]>(
    (children, route) => [{ ...route, ...(children.length > 0 && { children }) } as DataRouteObject],
    [],
  )
}
