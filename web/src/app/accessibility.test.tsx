import axe from 'axe-core'
import { useEffect } from 'react'
import { getResponse, http } from 'msw'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, Outlet, type RouteObject, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '~/api/query-client'
import type { Address, Family, MyReply } from '~/api/types'
import { auth } from '~/features/auth/store'
import { loginModal } from '~/features/favourites/login-modal-store'
import { loadMessages } from '~/i18n/load'
import { inLocale, type Locale, LOCALES, prefixOf } from '~/i18n/locale'
import { type Translate, translator } from '~/i18n/translate'
import { deskPaths } from '~/lib/desk-paths'
import { paths } from '~/lib/paths'
import { products, roots } from '~mock/catalogue'
import { BASE } from '~mock/handlers/answer'
import { catalogueHandlers } from '~mock/handlers/catalogue'
import { keepList } from '~mock/lists-state'
import { profile } from '~mock/profile-state'
import { productOf, reviews } from '~mock/reviews-state'
import { server } from '~mock/server'
import { signsIn } from '~mock/signed-in'
import { state } from '~mock/state'
import { App } from './app'
import { routes } from './routes'

// The browser looks at each page state in one language. This looks at names, labels, roles and headings of most of these states in all
// languages; what needs a layout or colours (contrast, target size, reflow) stays with the browser.

const NEEDS_LAYOUT = ['color-contrast', 'landmark-unique', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']
const CHECKS = {
  resultTypes: ['violations' as const],
  reporter: 'no-passes' as const,
  // A violation is named by its HTML. Working out a selector takes longer than most checks.
  selectors: false,
  preload: false,
  rules: Object.fromEntries(NEEDS_LAYOUT.map((rule) => [rule, { enabled: false }])),
}
const LIMIT = { timeout: 15_000, interval: 10 }

interface PageState {
  path: string
  /** Opens or fills in something on the page. */
  change?: (t: Translate) => void | Promise<void>
  /** A selector of what arrives last on this page: its code is loaded after the page's own. */
  last?: string
  /** A modal dialog is open: axe then takes everything else on the page as inert and does not look at it. */
  isModal?: boolean
}

const found = <E extends Element = HTMLElement>(selector: string) =>
  vi.waitFor(() => {
    const element = document.querySelector<E>(selector)
    if (!element) throw new Error(`${selector} is missing`)
    return element
  }, LIMIT)

const buttonNamed = (name: string, within: ParentNode = document) =>
  vi.waitFor(() => {
    const buttons = [...within.querySelectorAll<HTMLElement>('button')]
    const button = buttons.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
    if (!button) throw new Error(`no button is named ${name}`)
    return button
  }, LIMIT)

const product = (wanted: (one: (typeof products)[number]) => boolean) => {
  const one = products.find(wanted)
  if (!one) throw new Error('the mock has no such product')
  return one
}
const plain = product(({ stock, sizes, discounted }) => stock > 5 && !sizes?.length && discounted !== undefined)
const sized = product(({ stock, sizes }) => stock > 5 && Boolean(sizes?.length))
const soldOut = product(({ stock }) => stock === 0)
const big = roots('az', 0)[0]?.slug ?? ''

/** The layout around every page, with what opens from it. */
const FRAME: Record<string, PageState> = {
  home: { path: paths.home(), last: 'footer' },
  'mega-menu': {
    path: paths.delivery(),
    change: async () => {
      ;(await found('nav button[aria-expanded=false]')).click()
      await found('[id^=mega-] a')
    },
  },
  'login modal': {
    isModal: true,
    path: paths.faq(),
    change: async (t) => {
      ;(await buttonNamed(t('common.nav.favourites'))).click()
      await found('dialog[open] h2')
    },
  },
}

const GUEST: Record<string, PageState> = {
  category: { path: paths.category(big) },
  'filtered category': { path: `${paths.category(big)}?discounted=true&minPrice=1000&sort=price_asc` },
  'category without a match': { path: `${paths.category(big)}?minPrice=99000000` },
  product: { path: paths.product(plain.slug), last: '#reyler h2' },
  'product with sizes': { path: paths.product(sized.slug) },
  'sold-out product': { path: paths.product(soldOut.slug) },
  'search results': { path: paths.search('buket') },
  'search without a result': { path: paths.search('qwxzqwxz') },
  'new products': { path: paths.newest() },
  stores: { path: paths.stores() },
  'stores of a category': { path: paths.stores({ category: big }) },
  store: { path: paths.store(plain.store) },
  cart: { path: paths.cart() },
  contact: { path: paths.contact() },
  questions: { path: paths.faq() },
  guide: { path: paths.guide() },
  delivery: { path: paths.delivery() },
  'sign-in': { path: paths.signIn() },
  'sign-in by password': { path: paths.signIn(undefined, 'password') },
  'forgotten password': { path: paths.signIn(undefined, 'forgot') },
  'not found': { path: '/yoxdur' },
}

const ADDRESS: Address = {
  id: 1,
  title: 'Ev',
  type: 'home',
  cityId: 1,
  cityName: 'Bakı',
  street: 'Nizami küçəsi',
  building: '10A',
  isDefault: true,
}
const REPLY = (about: MyReply['product']): MyReply => ({
  reply: { id: 1, text: 'Mən də razıyam.', author: 'Aysel M.', isShop: false, state: 'pending', createdAt: '2026-11-20T09:00:00Z' },
  review: { id: 2, author: 'Rəşad M.', text: 'Keyfiyyəti yaxşıdır.' },
  product: about,
})
const RELATIVE: Family = {
  id: 1,
  name: 'Nigar',
  relation: 'mother',
  birthDate: '1970-05-05',
  nextBirthday: '2030-05-05',
  daysLeft: 40,
  turns: 60,
}

const ACCOUNT_FRAME: Record<string, PageState> = { account: { path: paths.account(), last: 'footer' } }

const ACCOUNT: Record<string, PageState> = {
  orders: { path: paths.orders() },
  order: { path: paths.order('SQ-7K4M-29') },
  'unpaid order': { path: paths.order('SQ-3HWD-81') },
  'delivered order': { path: paths.order('SQ-2F9T-63') },
  receipt: { path: paths.receipt('SQ-2F9T-63') },
  notifications: { path: paths.notifications() },
  preferences: { path: paths.preferences() },
  bonuses: { path: paths.myBonuses() },
  subscriptions: { path: paths.subscriptions() },
  name: { path: paths.profileName() },
  'e-mail': { path: paths.profileEmail() },
  password: { path: paths.profilePassword() },
  devices: { path: paths.devices() },
  addresses: { path: paths.addresses() },
  'new address': { path: paths.newAddress() },
  'address with mistakes': {
    path: paths.newAddress(),
    change: async (t) => {
      ;(await buttonNamed(t('account.save'))).click()
      await found('main [role=alert] button')
    },
  },
  birthdays: { path: paths.birthdays() },
  'new birthday': { path: paths.newBirthday() },
  'my reviews': { path: paths.myReviews() },
  help: { path: paths.help() },
  'influencer application': { path: paths.influencerForm() },
  'my lists': { path: paths.myLists() },
  'my earnings': { path: paths.myEarnings() },
  'my data': { path: paths.myData() },
  favourites: { path: paths.favourites() },
  cart: { path: paths.cart() },
  'cart confirmation': { path: paths.cartConfirm() },
  checkout: { path: paths.checkout() },
}

const OPERATOR: Record<string, PageState> = {
  orders: { path: deskPaths.orders() },
  order: { path: deskPaths.order('SQ-7K4M-29') },
  'courier sheet': { path: deskPaths.courierSheet('SQ-7K4M-29') },
  refunds: { path: deskPaths.refunds() },
  cashouts: { path: deskPaths.cashouts() },
  auditor: { path: deskPaths.auditor() },
  campaigns: { path: deskPaths.campaigns() },
  'new campaign': { path: deskPaths.newCampaign() },
  promos: { path: deskPaths.promos() },
  'new promo': { path: deskPaths.newPromo() },
  'promo with a trial': { path: deskPaths.promo('1'), last: '#trial' },
  letters: { path: deskPaths.tickets() },
  texts: { path: deskPaths.texts() },
  text: { path: deskPaths.text('faq') },
  seo: { path: deskPaths.seo() },
  redirects: { path: deskPaths.redirects() },
  robots: { path: deskPaths.robots() },
  settings: { path: deskPaths.settings() },
  office: { path: deskPaths.office() },
  rules: { path: deskPaths.rules() },
  reviews: { path: deskPaths.reviews() },
}

let root: Root | undefined

beforeEach(() => {
  withShortLists()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe(element: Element) {
        // Sections below the fold are shown; of the cards along a row the first ones do.
        if (!element.closest('li')) queueMicrotask(() => this.tell([{ isIntersecting: true }]))
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  root?.unmount()
  root = undefined
  auth.cleared()
  loginModal.close()
  document.body.replaceChildren()
})

/** The key of the location that is on the screen: the router's own changes before React has put the page up. */
let committed: string | undefined
function Committed() {
  const { key } = useLocation()
  useEffect(() => {
    committed = key
  }, [key])
  return <Outlet />
}

/** Everything around a page, of the shop and of the account, is looked at on its own: with it, axe takes twice as long on every page. */
const withoutLayouts = (all: RouteObject[]): RouteObject[] =>
  all.map((route) => {
    if (route.index) return route
    const inner = { ...route, ...(route.children && { children: withoutLayouts(route.children) }) }
    if (route.id === 'layout') return { ...inner, Component: Main }
    if (route.path === 'profil') return { ...inner, lazy: personalOnly(route.lazy) }
    return inner
  })
const Main = () => (
  <main>
    <Outlet />
  </main>
)
/** Loads what the layout loads (the pages need its texts), and shows the page alone. */
const personalOnly = (lazy: RouteObject['lazy']) => async () => {
  if (typeof lazy === 'function') await lazy()
  return { Component: Outlet }
}

/** As many products as a row needs for its arrows: each further card is the same again. */
const FEW = '5'
const withShortLists = () =>
  server.use(
    http.get(`${BASE}/product/all`, ({ request }) => {
      const url = new URL(request.url)
      url.searchParams.set('perPage', FEW)
      return getResponse(catalogueHandlers, new Request(url, request))
    }),
  )

/** Opens the shop as `main.tsx` does, and looks at each of the states in turn. */
async function violationsIn(locale: Locale, states: Record<string, PageState>, isFramed = false): Promise<string[]> {
  document.documentElement.lang = locale
  const client = createQueryClient()
  const pages = routes({ client, locale })
  const router = createMemoryRouter([{ Component: Committed, children: isFramed ? pages : withoutLayouts(pages) }], {
    basename: prefixOf(locale) || '/',
    initialEntries: [inLocale(locale, Object.values(states)[0]?.path ?? '/') || '/'],
  })
  const t = translator(locale, await loadMessages(locale))
  const box = document.body.appendChild(document.createElement('div'))
  box.id = 'root'
  root = createRoot(box)
  root.render(
    <App client={client} i18n={{ locale, t }}>
      <RouterProvider router={router} />
    </App>,
  )
  // Collections by class and tag: they are asked often, and jsdom's selectors are slow.
  const settled = () =>
    vi.waitFor(() => {
      if (router.state.navigation.state !== 'idle' || committed !== router.state.location.key) throw new Error('the page is on its way')
      if (client.isFetching() > 0) throw new Error('an answer is on its way')
      if (box.getElementsByClassName('skeleton').length > 0) throw new Error('a part of the page is on its way')
      if (!box.getElementsByTagName('h1')[0]?.textContent) throw new Error('the page has no heading')
    }, LIMIT)

  const all: string[] = []
  for (const [name, { path, change, last, isModal = false }] of Object.entries(states)) {
    await router.navigate(path)
    await settled()
    if (last) await found(last)
    await change?.(t)
    // axe takes what is in closed disclosures (the languages, answers to questions) as hidden.
    for (const details of box.getElementsByTagName('details')) details.open = true
    expect(box.querySelector('dialog[open]') !== null, `${name}: a modal dialog is open`).toBe(isModal)
    const { violations } = await axe.run(document, CHECKS)
    all.push(...violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html).join(' and ')}`))
  }
  return all
}

function livesIn() {
  signsIn({ isBlogger: true })
  profile.addresses = [ADDRESS]
  profile.families = [RELATIVE]
  state.cart = [{ productId: plain.id, count: 2 }]
  state.liked.add(plain.id)
  keepList('Anama', 'Bahar üçün', [plain.id])
  reviews.myReplies = [REPLY(productOf(plain))]
}

describe.each(LOCALES)('in %s axe finds nothing', (locale) => {
  it('around the pages of a guest', async () => {
    expect(await violationsIn(locale, FRAME, true)).toEqual([])
  })

  it('on the pages of a guest', async () => {
    expect(await violationsIn(locale, GUEST)).toEqual([])
  })

  it('around the pages of an account', async () => {
    livesIn()
    expect(await violationsIn(locale, ACCOUNT_FRAME, true)).toEqual([])
  })

  it('on the pages of an account', async () => {
    livesIn()
    expect(await violationsIn(locale, ACCOUNT)).toEqual([])
  })

  it('on the pages of an operator', async () => {
    signsIn({ roles: ['operator'] })
    expect(await violationsIn(locale, OPERATOR)).toEqual([])
  })
})
