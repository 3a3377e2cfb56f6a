// Visits pages with their loaders and layouts, and checks each with axe.
import type { QueryClient } from '@tanstack/react-query'
import axe from 'axe-core'
import { getResponse, http } from 'msw'
import { useEffect, useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, Outlet, type RouteObject, useHref, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createQueryClient } from '~shared/api/query-client'
import { auth } from '~shared/features/auth/store'
import { App } from '~shared/frame/app'
import { loadMessages } from '~shared/i18n/load'
import { inLocale, type Locale, prefixOf } from '~shared/i18n/locale'
import { type Translate, translator } from '~shared/i18n/context'
import { BASE } from './handlers/responses'
import { catalogueHandlers } from './handlers/catalogue'
import { recordShown, showsPage } from './presses'
import { server } from './server'

/** jsdom has no layout, so browser tests check these rules. */
const NEEDS_LAYOUT = ['color-contrast', 'landmark-unique', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']
const CHECKS = {
  resultTypes: ['violations' as const],
  reporter: 'no-passes' as const,
  // Computing a selector takes longer than most checks.
  selectors: false,
  preload: false,
  rules: Object.fromEntries(NEEDS_LAYOUT.map((rule) => [rule, { enabled: false }])),
}
/** In milliseconds. */
const LIMIT = { timeout: 15_000, interval: 10 }

export interface PageState {
  path: string
  /** Brings the page into the state to check. */
  change?: (t: Translate) => void | Promise<void>
  /** The selector of the element that is loaded last. */
  appearsLast?: string
  /** axe skips the page behind a modal dialog. */
  isModal?: boolean
}

export const waitForElement = <E extends Element = HTMLElement>(selector: string) =>
  vi.waitFor(() => {
    const element = document.querySelector<E>(selector)
    if (!element) throw new Error(`${selector} is missing`)
    return element
  }, LIMIT)

export const buttonNamed = (name: string, within: ParentNode = document) =>
  vi.waitFor(() => {
    const buttons = [...within.querySelectorAll<HTMLElement>('button')]
    const button = buttons.find((button) => (button.getAttribute('aria-label') ?? button.textContent) === name)
    if (!button) throw new Error(`no button is named ${name}`)
    return button
  }, LIMIT)

let root: Root | undefined

/** Stubs the window APIs that jsdom lacks. */
export function setUpVisits() {
  beforeEach(() => {
    shortenLists()
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('min-width'),
      addEventListener() {},
      removeEventListener() {},
    }))
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
        observe(element: Element) {
          // Every section counts as visible, but cards along a shelf do not.
          if (!element.closest('li')) queueMicrotask(() => this.callback([{ isIntersecting: true }]))
        }
        disconnect() {}
      },
    )
  })
  afterEach(() => {
    root?.unmount()
    root = undefined
    auth.cleared()
    document.body.replaceChildren()
  })
}

/** The key of the location that React has rendered. The router changes its location earlier. */
let committedKey: string | undefined
function Committed() {
  const { key, pathname } = useLocation()
  const path = useHref(pathname)
  useLayoutEffect(() => showsPage(path), [path])
  useEffect(() => {
    committedKey = key
  }, [key])
  return <Outlet />
}

/** These are enough for a shelf to have arrows. */
const FEW_PRODUCTS = '5'
const shortenLists = () =>
  server.use(
    http.get(`${BASE}/product/all`, ({ request }) => {
      const url = new URL(request.url)
      url.searchParams.set('perPage', FEW_PRODUCTS)
      return getResponse(catalogueHandlers, new Request(url, request))
    }),
  )

interface Visit {
  locale: Locale
  routes: (context: { client: QueryClient; locale: Locale }) => RouteObject[]
  states: Record<string, PageState>
}

/** Visits the states in turn. `missedQueries` are those that a loader should have sent. */
export async function visit({ locale, routes, states }: Visit): Promise<{ violations: string[]; missedQueries: string[] }> {
  document.documentElement.lang = locale
  const client = createQueryClient()
  const router = createMemoryRouter([{ Component: Committed, children: routes({ client, locale }) }], {
    basename: prefixOf(locale) || '/',
    initialEntries: [inLocale(locale, Object.values(states)[0]?.path ?? '/') || '/'],
  })
  const t = translator(locale, await loadMessages(locale))
  const container = document.body.appendChild(document.createElement('div'))
  container.id = 'root'
  root = createRoot(container)
  root.render(
    <App client={client} i18n={{ locale, t }}>
      <RouterProvider router={router} />
    </App>,
  )
  // Class and tag names, because selectors are slow in jsdom.
  const waitUntilSettled = () =>
    vi.waitFor(() => {
      if (router.state.navigation.state !== 'idle' || committedKey !== router.state.location.key)
        throw new Error('the navigation has not ended')
      if (client.isFetching() > 0) throw new Error('a request is in flight')
      if (container.getElementsByClassName('skeleton').length > 0) throw new Error('a skeleton is still shown')
      if (!container.getElementsByTagName('h1')[0]?.textContent) throw new Error('the page has no heading')
    }, LIMIT)

  const violations: string[] = []
  const missedQueries = new Set<string>()
  let visited = ''
  // Loaders fetch before the navigation ends, components after it.
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch' || event.query.state.data !== undefined) return
    if (router.state.initialized && router.state.navigation.state === 'idle')
      missedQueries.add(`${visited}: ${String(event.query.queryKey[1])}`)
  })
  for (const [name, { path, change, appearsLast, isModal = false }] of Object.entries(states)) {
    visited = name
    await router.navigate(path)
    await waitUntilSettled()
    if (appearsLast) await waitForElement(appearsLast)
    await change?.(t)
    recordShown()
    // axe would skip closed disclosures, such as answers to questions.
    for (const details of container.getElementsByTagName('details')) details.open = true
    expect(container.querySelector('dialog[open]') !== null, `${name}: a modal dialog is open`).toBe(isModal)
    const result = await axe.run(document, CHECKS)
    violations.push(...result.violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html).join(' and ')}`))
  }
  return { violations, missedQueries: [...missedQueries] }
}
