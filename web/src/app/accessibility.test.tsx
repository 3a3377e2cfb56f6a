// Runs the accessibility checker axe on the shop's pages. Rules about layout and colours are left to the browser tests.

import { Outlet, type RouteObject } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { loginModal } from '~/features/favourites/favourites'
import { products, roots } from '~mock/catalogue'
import { EXPIRED_NOTICE, NOTICE } from '~mock/handlers/security'
import { storeList } from '~mock/lists-state'
import { givePasskeys } from '~mock/passkeys'
import { profile } from '~mock/profile-state'
import { productOf, reviews } from '~mock/reviews-state'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'
import { buttonNamed, waitForElement, type PageState, visit, setUpVisits } from '~mock/visit'
import type { Address, Family, MyReply } from '~shared/api/types'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { routes } from './routes'

const findProduct = (matches: (product: (typeof products)[number]) => boolean) => {
  const match = products.find(matches)
  if (!match) throw new Error('the mock has no such product')
  return match
}
const unsizedProduct = findProduct(({ stock, sizes, discounted }) => stock > 5 && !sizes?.length && discounted !== undefined)
const sizedProduct = findProduct(({ stock, sizes }) => stock > 5 && Boolean(sizes?.length))
const soldOutProduct = findProduct(({ stock }) => stock === 0)
const rootCategory = roots('az', 0)[0]?.slug ?? ''

const GUEST_LAYOUT: Record<string, PageState> = {
  home: { path: paths.home(), appearsLast: 'footer' },
  'mega-menu': {
    path: paths.delivery(),
    change: async () => {
      ;(await waitForElement('nav button[aria-expanded=false]')).click()
      await waitForElement('[id^=mega-] a')
    },
  },
  'login modal': {
    isModal: true,
    path: paths.faq(),
    change: async (t) => {
      ;(await buttonNamed(t('common.nav.favourites'))).click()
      await waitForElement('dialog[open] h2')
    },
  },
}

const GUEST: Record<string, PageState> = {
  'preview that has expired': { path: `${paths.home()}?preview=expired` },
  category: { path: paths.category(rootCategory) },
  'filtered category': { path: `${paths.category(rootCategory)}?discounted=true&minPrice=1000&sort=price_asc` },
  'category without a match': { path: `${paths.category(rootCategory)}?minPrice=99000000` },
  product: { path: paths.product(unsizedProduct.slug), appearsLast: '#reyler h2' },
  'product with sizes': { path: paths.product(sizedProduct.slug) },
  'sold-out product': { path: paths.product(soldOutProduct.slug) },
  'search results': { path: paths.search('buket') },
  'search without a result': { path: paths.search('qwxzqwxz') },
  'new products': { path: paths.newest() },
  stores: { path: paths.stores() },
  'stores of a category': { path: paths.stores({ category: rootCategory }) },
  store: { path: paths.store(unsizedProduct.store) },
  cart: { path: paths.cart() },
  contact: { path: paths.contact() },
  questions: { path: paths.faq() },
  guide: { path: paths.guide() },
  delivery: { path: paths.delivery() },
  'sign-in': { path: paths.signIn() },
  'sign-in by password': { path: paths.signIn(undefined, 'password') },
  'forgotten password': { path: paths.signIn(undefined, 'forgot') },
  'security notice': { path: `/tehlukesizlik/${NOTICE}`, appearsLast: 'dl' },
  'security notice that was undone': {
    path: `/tehlukesizlik/${NOTICE}`,
    appearsLast: 'dl',
    change: async (t) => {
      ;(await buttonNamed(t('account.notice.submit'))).click()
      await waitForElement('main ul li')
    },
  },
  'security notice that has expired': { path: `/tehlukesizlik/${EXPIRED_NOTICE}`, appearsLast: 'h1' },
  'not found': { path: '/yoxdur' },
}

/** The mock accepts this token: 32 bytes in Base64. */
const INVITATION_TOKEN = 'A'.repeat(43)
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
const replyAbout = (product: MyReply['product']): MyReply => ({
  reply: { id: 1, text: 'Mən də razıyam.', author: 'Aysel M.', isShop: false, state: 'pending', createdAt: '2026-11-20T09:00:00Z' },
  review: { id: 2, author: 'Rəşad M.', text: 'Keyfiyyəti yaxşıdır.' },
  product,
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

const ACCOUNT_LAYOUT: Record<string, PageState> = { account: { path: paths.account(), appearsLast: 'footer' } }

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
  'phone number': { path: paths.profilePhone() },
  security: { path: paths.security() },
  'adding a passkey, with a mistake': {
    isModal: true,
    path: paths.security(),
    change: async (t) => {
      ;(await buttonNamed(t('account.passkeys.add'))).click()
      const dialog = await waitForElement('dialog[open]')
      ;(await buttonNamed(t('account.passkeys.create'), dialog)).click()
      await waitForElement('dialog[open] [role=alert] button')
    },
  },
  devices: { path: paths.devices() },
  addresses: { path: paths.addresses() },
  'new address': { path: paths.newAddress() },
  'address with mistakes': {
    path: paths.newAddress(),
    change: async (t) => {
      ;(await buttonNamed(t('account.save'))).click()
      await waitForElement('main [role=alert] button')
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
  'invitation to the staff': { path: paths.invitation(INVITATION_TOKEN) },
  favourites: { path: paths.favourites() },
  cart: { path: paths.cart() },
  'cart confirmation': { path: paths.cartConfirm() },
  checkout: { path: paths.checkout() },
}

setUpVisits()
givePasskeys()
afterEach(() => loginModal.close())

/** Separate tests check the layouts, which would double the time on each page. */
const withoutLayouts = (routeObjects: RouteObject[]): RouteObject[] =>
  routeObjects.map((route) => {
    if (route.index) return route
    const inner = { ...route, ...(route.children && { children: withoutLayouts(route.children) }) }
    if (route.id === 'layout') return { ...inner, Component: Main }
    if (route.path === 'profil') return { ...inner, lazy: withoutAccountLayout(route.lazy) }
    return inner
  })
const Main = () => (
  <main>
    <Outlet />
  </main>
)
/** Loads the texts of the account's layout, but renders only the page. */
const withoutAccountLayout = (lazy: RouteObject['lazy']) => async () => {
  if (typeof lazy === 'function') await lazy()
  return { Component: Outlet }
}

/** Queries that no loader fetches, because they depend on another response, on the browser or on this device. */
const QUERIES_WITHOUT_LOADER = [
  'unpaid order: /payment/plans',
  'preferences: state',
  'preferences: /notification/push/key',
  'cart: /delivery/earliest',
  'cart: /product/all',
  'checkout: /delivery/slots',
  'checkout: /order/check',
]

const visitWithLayout = (locale: Locale, states: Record<string, PageState>) => visit({ locale, states, routes })

const visitPages = (locale: Locale, states: Record<string, PageState>) =>
  visit({ locale, states, routes: (context) => withoutLayouts(routes(context)) })

function fillAccount() {
  signIn({ isBlogger: true })
  profile.addresses = [ADDRESS]
  profile.families = [RELATIVE]
  state.cart = [{ productId: unsizedProduct.id, count: 2 }]
  state.liked.add(unsizedProduct.id)
  storeList('Anama', 'Bahar üçün', [unsizedProduct.id])
  reviews.myReplies = [replyAbout(productOf(unsizedProduct))]
}

describe.each(LOCALES)('in %s axe finds nothing', (locale) => {
  it('in the layout of a guest', async () => {
    const { violations } = await visitWithLayout(locale, GUEST_LAYOUT)
    expect(violations).toEqual([])
  })

  it('on the pages of a guest', async () => {
    const { violations } = await visitPages(locale, GUEST)
    expect(violations).toEqual([])
  })

  it('in the layout of an account', async () => {
    fillAccount()
    const { violations } = await visitWithLayout(locale, ACCOUNT_LAYOUT)
    expect(violations).toEqual([])
  })

  it('on the pages of an account, and loaders fetch all that they show', async () => {
    fillAccount()
    expect(await visitPages(locale, ACCOUNT)).toEqual({ violations: [], missedQueries: QUERIES_WITHOUT_LOADER })
  })
})
