// Pages rendered for the gateway have all their texts, and React hydrates them without a difference.

import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { routes } from '~/app/routes'
import { routerReady } from '~/app/hydration'
import { pageQueries } from '~/routes/page-queries'
import { FIRST_PREVIEW, home, previewHome } from '~mock/home-state'
import { PROMISES } from '~mock/promises'
import { stubIntersectionObserver, stubMatchMedia } from '~mock/window-stubs'
import { createQueryClient, hydratePageState } from '~shared/api/query-client'
import { homeQuery, shelfQueries } from '~shared/features/home/queries'
import { App } from '~shared/frame/app'
import type { PageQueries } from '~shared/frame/loading'
import { money } from '~shared/i18n/format'
import { loadMessages } from '~shared/i18n/load'
import { inLocale, type Locale, localeOf, prefixOf } from '~shared/i18n/locale'
import { translator } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { render } from './render'

/** React's marker of an unresolved Suspense boundary. */
const UNRESOLVED = '<!--$!-->'
const RENDER_TIMEOUT = { timeout: 10_000 }
/** A message key, which is shown when its text is missing: `deferred.closer.bulk`. */
const KEY = /\b[a-z]+(?:\.[a-zA-Z]+){2,}\b/

type Kind = 'home' | 'category' | 'product'

const PATH_OF: Record<Kind, (slug: string) => string> = {
  home: () => paths.home(),
  category: (slug) => paths.category(slug),
  product: (slug) => paths.product(slug),
}

/** Returns the responses that the gateway writes into the document: those of the page's queries, then those that depend on them. */
async function stateOf(locale: Locale, kind: Kind, slug: string, search: string): Promise<string> {
  const client = createQueryClient()
  const context = { locale, params: { slug }, search: new URLSearchParams(search) }
  const { critical, deferred = [] }: PageQueries = pageQueries[kind](context)
  const fetchAll = (queries: PageQueries['critical'] = []) => Promise.all(queries.map((query) => client.query({ ...query })))
  await fetchAll([...pageQueries.layout(context).critical, ...critical, ...deferred])
  const home = client.getQueryData(homeQuery(locale, context.search.get('preview')).queryKey)
  await fetchAll(shelfQueries(locale, home?.data.sections ?? []))
  const queries = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => ({ queryKey, data: state.data }))
  return JSON.stringify({ locale, queries })
}

beforeEach(() => {
  stubMatchMedia()
  stubIntersectionObserver()
})

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** Returns the differences that React finds. */
async function hydrate(container: HTMLElement, locale: Locale, address: string, state: string) {
  const client = createQueryClient()
  hydratePageState(client, state)
  const router = createMemoryRouter(routes({ client, locale }), { basename: prefixOf(locale) || '/', initialEntries: [address] })
  await routerReady(router)
  const t = translator(locale, await loadMessages(locale))
  const recoverableErrors: unknown[] = []
  await act(async () => {
    root = hydrateRoot(
      container,
      <App client={client} i18n={{ locale, t }}>
        <RouterProvider router={router} />
      </App>,
      { onRecoverableError: (error) => recoverableErrors.push(error) },
    )
  })
  return recoverableErrors
}

describe.each(['az', 'ru', 'en'] as const)('in %s', (locale) => {
  // The page, its slug, and the query of its address.
  it.each([
    ['home', '', ''],
    ['home', '', `preview=${FIRST_PREVIEW}`],
    ['category', 'hediyyeler', ''],
    ['category', 'hediyyeler', 'sort=price_asc&minPrice=1000'],
    ['product', 'samaxi-axsami-qirmizi-qizilgul', ''],
  ] as const)('%s is rendered with all its texts, and hydrated without a difference', async (kind, slug, search) => {
    const consoleError = vi.spyOn(console, 'error')
    previewHome({ sections: home.versions[0]?.sections ?? [] })
    const state = await stateOf(locale, kind, slug, search)
    const address = inLocale(locale, PATH_OF[kind](slug)) + (search && `?${search}`)
    const container = document.body.appendChild(document.createElement('div'))
    // Each render starts to load the lazy parts that it meets, and leaves them out until they are loaded.
    container.innerHTML = await vi.waitFor(async () => {
      const html = await render(address, state)
      expect(html).not.toContain(UNRESOLVED)
      return html
    }, RENDER_TIMEOUT)
    const heading = container.querySelector('h1')
    expect(heading?.textContent).toBeTruthy()
    expect(container.querySelectorAll(`a[href^="${prefixOf(locale)}/"]`).length, 'the links of the layout and the page').toBeGreaterThan(10)
    const inMain = [...container.querySelectorAll('main a[href^="/"]')].map((link) => link.getAttribute('href') ?? '')
    expect(inMain.filter((href) => localeOf(href) !== locale)).toEqual([])
    expect(container.textContent).toContain('₼')
    expect(container.textContent).not.toMatch(KEY)
    // Only the home page and products say from which amount delivery is free.
    if (kind !== 'category') expect(container.textContent).toContain(money(PROMISES.freeFromEverywhere ?? 0))

    expect(await hydrate(container, locale, address, state)).toEqual([])
    expect(consoleError).not.toHaveBeenCalled()
    expect(container.querySelector('h1')).toBe(heading)
  })
})
