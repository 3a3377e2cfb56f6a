import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import type { Locale } from '~shared/i18n/locale'
import { createLoaders, loadOtherDocument, type PageQueries, type PageContext } from '~shared/frame/loading'
import { pageQueries } from '~/routes/page-queries'
import { ErrorPage, NotFound, RootErrorPage } from '~shared/frame/error-page'
import { PageSkeleton } from './page-skeleton'
import { RootLayout } from './layout/root-layout'

/** All pages of the account share one chunk. */
const profilePage = (page: keyof typeof import('~/routes/profile')) => async () => (await import('~/routes/profile'))[page]

/** Few visits begin on these pages, so their queries are not part of the first download. */
const lazyQueries =
  (page: keyof (typeof import('~/routes/account-queries'))['pageQueries']) =>
  async (context: PageContext): Promise<PageQueries> =>
    (await import('~/routes/account-queries')).pageQueries[page](context)

type Loaders = ReturnType<typeof createLoaders>

/** `shared/lib/paths.ts` has an English name for each path. Lazy modules export their page as `Component`, as React Router requires. */
export function routes(app: { client: QueryClient; locale: Locale }): RouteObject[] {
  const loaders = createLoaders(app)
  const pages = [
    ...catalogPages(loaders),
    ...contentPages(loaders),
    ...wholesalePages(loaders),
    ...cartPages(loaders),
    ...accountPages(loaders),
    { path: 'idare/*', loader: loadOtherDocument, Component: NotFound },
    { path: '*', Component: NotFound },
  ]
  return [
    {
      id: 'layout',
      Component: RootLayout,
      ErrorBoundary: RootErrorPage,
      HydrateFallback: PageSkeleton,
      loader: loaders.load(pageQueries.layout),
      shouldRevalidate: () => false,
      children: [{ ErrorBoundary: ErrorPage, children: pages }],
    },
    checkoutPage(loaders),
  ]
}

const catalogPages = ({ load, withPart }: Loaders): RouteObject[] => [
  { index: true, loader: load(pageQueries.home), lazy: withPart('promises', () => import('~/routes/home')) },
  { path: 'kateqoriya/:slug', loader: load(pageQueries.category), lazy: () => import('~/routes/category') },
  { path: 'mehsullar/:slug', loader: load(pageQueries.product), lazy: withPart('promises', () => import('~/routes/product')) },
  { path: 'axtaris/:text', loader: load(pageQueries.search), lazy: () => import('~/routes/search') },
  { path: 'yeni-mehsullar', loader: load(pageQueries.newest), lazy: () => import('~/routes/collection') },
  { path: 'endirimler', loader: load(pageQueries.sale), lazy: () => import('~/routes/collection') },
  { path: 'cox-satilanlar', loader: load(pageQueries.popular), lazy: () => import('~/routes/collection') },
  { path: 'magazalar', loader: load(pageQueries.stores), lazy: withPart('stores', () => import('~/routes/stores')) },
  { path: 'magazalar/:slug', loader: load(pageQueries.store), lazy: withPart('stores', () => import('~/routes/store')) },
  { path: 'kampaniya/:id', loader: load(pageQueries.campaign), lazy: withPart('stores', () => import('~/routes/campaign')) },
  { path: 'siyahi/:slug', loader: load(pageQueries.list), lazy: withPart('lists', () => import('~/routes/list')) },
]

function contentPages({ load, withParts, withPersonalTexts }: Loaders): RouteObject[] {
  /** Pages whose texts staff write also show texts of the footer. */
  const texts = <P,>(page: () => Promise<P>) => withParts(['deferred', 'content'], page)
  const content = texts(() => import('~/routes/content'))
  const contact = withPersonalTexts(texts(() => import('~/routes/contact')))
  return [
    { path: 'elaqe', loader: load(pageQueries.contact), lazy: contact },
    { path: 'gizlilik-sertleri', loader: load(pageQueries.privacy), lazy: content },
    { path: 'catdirilma', loader: load(pageQueries.delivery), lazy: content },
    { path: 'bonuslar', loader: load(pageQueries.bonuses), lazy: content },
    { path: 'faq', loader: load(pageQueries.faq), lazy: content },
    { path: 'komek', loader: load(pageQueries.help), lazy: content },
    { path: 'odenis', loader: load(pageQueries.payment), lazy: content },
    { path: 'sertler', loader: load(pageQueries.terms), lazy: content },
  ]
}

function wholesalePages({ load, withPart, withPersonalTexts }: Loaders): RouteObject[] {
  const wholesale = (page: keyof typeof import('~/routes/wholesale')) =>
    withPersonalTexts(withPart('wholesale', async () => (await import('~/routes/wholesale'))[page]))
  return [
    { path: 'topdan-satis', loader: load(lazyQueries('wholesaleForm')), lazy: wholesale('ask') },
    { path: 'topdan-satis/:code', loader: load(lazyQueries('wholesaleRequest')), lazy: wholesale('request') },
  ]
}

const cartPages = ({ load, withPart }: Loaders): RouteObject[] => [
  { path: 'sebet', loader: load(pageQueries.cart), lazy: withPart('cart', () => import('~/routes/cart')) },
  { path: 'sebet/tesdiqle', loader: load(pageQueries.cart), lazy: withPart('cart', () => import('~/routes/cart-confirm')) },
  {
    path: 'beyendiklerim',
    loader: load(lazyQueries('favourites')),
    lazy: withPart('favourites', () => import('~/routes/favourites')),
  },
]

function accountPages(loaders: Loaders): RouteObject[] {
  const { load, withPart, withPersonalTexts } = loaders
  return [
    { path: 'giris', loader: load(lazyQueries('signIn')), lazy: withPersonalTexts(() => import('~/routes/sign-in')) },
    {
      path: 'profil',
      loader: load(lazyQueries('account')),
      shouldRevalidate: () => false,
      lazy: withPersonalTexts(profilePage('layout')),
      children: profilePages(loaders),
    },
    {
      path: 'profil/sifaris-tarixcesi/:code/qebz',
      loader: load(lazyQueries('order')),
      lazy: withPersonalTexts(orderPage(loaders, 'receipt')),
    },
    { path: 'bildiris/imtina', lazy: withPersonalTexts(withPart('notifications', () => import('~/routes/unsubscribe'))) },
    { path: 'tehlukesizlik/:token', lazy: withPersonalTexts(() => import('~/routes/security-notice')) },
    { path: 'devet/:token', lazy: withPersonalTexts(withPart('adminSite', () => import('~/routes/invitation'))) },
  ]
}

const orderPage = ({ withPart }: Loaders, page: keyof typeof import('~/routes/orders')) =>
  withPart('orders', async () => (await import('~/routes/orders'))[page])

function profilePages(loaders: Loaders): RouteObject[] {
  const { load, withPart } = loaders
  return [
    { index: true, loader: load(lazyQueries('overview')), lazy: profilePage('overview') },
    { path: 'sifaris-tarixcesi', loader: load(lazyQueries('orders')), lazy: orderPage(loaders, 'history') },
    { path: 'sifaris-tarixcesi/:code', loader: load(lazyQueries('order')), lazy: orderPage(loaders, 'order') },
    {
      path: 'bildirisler',
      loader: load(lazyQueries('notifications')),
      lazy: withPart('notifications', profilePage('notifications')),
    },
    {
      path: 'bildirisler/ayarlar',
      loader: load(lazyQueries('preferences')),
      lazy: withPart('notifications', profilePage('preferences')),
    },
    { path: 'abunelikler', loader: load(lazyQueries('subscriptions')), lazy: withPart('stores', profilePage('subscriptions')) },
    { path: 'ad', lazy: profilePage('name') },
    { path: 'epoct', lazy: profilePage('email') },
    { path: 'sifre', lazy: profilePage('password') },
    { path: 'telefon', loader: load(lazyQueries('phone')), lazy: profilePage('phone') },
    { path: 'tehlukesizlik', loader: load(lazyQueries('security')), lazy: profilePage('security') },
    { path: 'cihazlar', loader: load(lazyQueries('devices')), lazy: profilePage('devices') },
    { path: 'unvanlar', loader: load(lazyQueries('addresses')), lazy: profilePage('addresses') },
    { path: 'unvanlar/yeni', loader: load(lazyQueries('newAddress')), lazy: profilePage('address') },
    { path: 'unvanlar/:id', loader: load(lazyQueries('address')), lazy: profilePage('address') },
    { path: 'dogum-gunleri', loader: load(lazyQueries('birthdays')), lazy: profilePage('birthdays') },
    { path: 'reylerim', loader: load(lazyQueries('myReviews')), lazy: withPart('reviews', profilePage('reviews')) },
    { path: 'bonuslar', loader: load(lazyQueries('myBonuses')), lazy: profilePage('bonuses') },
    { path: 'yardim', lazy: profilePage('help') },
    { path: 'influencer/lists', loader: load(lazyQueries('myLists')), lazy: withPart('lists', profilePage('lists')) },
    { path: 'influencer/lists/:slug', loader: load(lazyQueries('myList')), lazy: withPart('lists', profilePage('list')) },
    { path: 'influencer/qazanc', loader: load(lazyQueries('earnings')), lazy: profilePage('earnings') },
    { path: 'influencer/form', loader: load(lazyQueries('application')), lazy: profilePage('influencerForm') },
    { path: 'melumatlarim', lazy: profilePage('myData') },
  ]
}

const checkoutPage = ({ load, withParts, withPersonalTexts }: Loaders): RouteObject => ({
  path: 'sebet/sifaris',
  lazy: withPersonalTexts(withParts(['cart', 'promises', 'checkout'], () => import('./layout/quiet-layout'))),
  ErrorBoundary: RootErrorPage,
  HydrateFallback: PageSkeleton,
  children: [{ index: true, ErrorBoundary: ErrorPage, loader: load(lazyQueries('checkout')), lazy: () => import('~/routes/checkout') }],
})
