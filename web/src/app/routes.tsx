import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import type { Locale } from '~shared/i18n/locale'
import { loading, loadOtherDocument, type Needs, type Context } from '~shared/frame/loading'
import { needs } from '~/routes/needs'
import { ErrorPage, NotFound, RootErrorPage } from '~shared/frame/error-page'
import { PageSkeleton } from './page-skeleton'
import { RootLayout } from './layout/root-layout'

/** A page of the account; all of them share one chunk. */
const profilePage = (page: keyof typeof import('~/routes/profile')) => async () => (await import('~/routes/profile'))[page]

/** Needs of a page on which few visits begin, loaded on demand. */
const lazyNeeds =
  (page: keyof (typeof import('~/routes/account-needs'))['needs']) =>
  async (where: Context): Promise<Needs> =>
    (await import('~/routes/account-needs')).needs[page](where)

/** Routes of the shop. */
export function routes({ client, locale }: { client: QueryClient; locale: Locale }): RouteObject[] {
  const { load, withParts, withPart, personal } = loading({ client, locale })

  const orders = (page: keyof typeof import('~/routes/orders')) => withPart('orders', async () => (await import('~/routes/orders'))[page])

  /** Pages of texts. They use the footer's link texts, which may load later. */
  const texts = <P,>(page: () => Promise<P>) => withParts(['deferred', 'content'], page)
  const content = texts(() => import('~/routes/content'))
  const contact = personal(texts(() => import('~/routes/contact')))

  const wholesale = (page: keyof typeof import('~/routes/wholesale')) =>
    personal(withPart('wholesale', async () => (await import('~/routes/wholesale'))[page]))

  return [
    {
      id: 'layout',
      Component: RootLayout,
      ErrorBoundary: RootErrorPage,
      HydrateFallback: PageSkeleton,
      loader: load(needs.layout),
      shouldRevalidate: () => false,
      children: [
        {
          ErrorBoundary: ErrorPage,
          children: [
            { index: true, loader: load(needs.home), lazy: withPart('promises', () => import('~/routes/home')) },
            { path: 'kateqoriya/:slug', loader: load(needs.category), lazy: () => import('~/routes/category') },
            { path: 'mehsullar/:slug', loader: load(needs.product), lazy: withPart('promises', () => import('~/routes/product')) },
            { path: 'axtaris/:text', loader: load(needs.search), lazy: () => import('~/routes/search') },
            { path: 'yeni-mehsullar', loader: load(needs.newest), lazy: () => import('~/routes/collection') },
            { path: 'endirimler', loader: load(needs.sale), lazy: () => import('~/routes/collection') },
            { path: 'cox-satilanlar', loader: load(needs.popular), lazy: () => import('~/routes/collection') },
            { path: 'magazalar', loader: load(needs.stores), lazy: withPart('stores', () => import('~/routes/stores')) },
            { path: 'magazalar/:slug', loader: load(needs.store), lazy: withPart('stores', () => import('~/routes/store')) },
            { path: 'kampaniya/:id', loader: load(needs.campaign), lazy: withPart('stores', () => import('~/routes/campaign')) },
            { path: 'siyahi/:slug', loader: load(needs.list), lazy: withPart('lists', () => import('~/routes/list')) },
            { path: 'elaqe', loader: load(needs.contact), lazy: contact },
            { path: 'gizlilik-sertleri', loader: load(needs.privacy), lazy: content },
            { path: 'catdirilma', loader: load(needs.delivery), lazy: content },
            { path: 'bonuslar', loader: load(needs.bonuses), lazy: content },
            { path: 'faq', loader: load(needs.faq), lazy: content },
            { path: 'komek', loader: load(needs.help), lazy: content },
            { path: 'odenis', loader: load(needs.payment), lazy: content },
            { path: 'sertler', loader: load(needs.terms), lazy: content },
            { path: 'topdan-satis', loader: load(lazyNeeds('wholesaleForm')), lazy: wholesale('ask') },
            { path: 'topdan-satis/:code', loader: load(lazyNeeds('wholesaleRequest')), lazy: wholesale('request') },
            { path: 'sebet', loader: load(needs.cart), lazy: withPart('cart', () => import('~/routes/cart')) },
            { path: 'sebet/tesdiqle', loader: load(needs.cart), lazy: withPart('cart', () => import('~/routes/cart-confirm')) },
            {
              path: 'beyendiklerim',
              loader: load(lazyNeeds('favourites')),
              lazy: withPart('favourites', () => import('~/routes/favourites')),
            },
            { path: 'giris', loader: load(lazyNeeds('signIn')), lazy: personal(() => import('~/routes/sign-in')) },
            {
              path: 'profil',
              loader: load(lazyNeeds('account')),
              shouldRevalidate: () => false,
              lazy: personal(profilePage('layout')),
              children: [
                { index: true, loader: load(lazyNeeds('overview')), lazy: profilePage('overview') },
                { path: 'sifaris-tarixcesi', loader: load(lazyNeeds('orders')), lazy: orders('history') },
                { path: 'sifaris-tarixcesi/:code', loader: load(lazyNeeds('order')), lazy: orders('order') },
                {
                  path: 'bildirisler',
                  loader: load(lazyNeeds('notifications')),
                  lazy: withPart('notifications', profilePage('notifications')),
                },
                {
                  path: 'bildirisler/ayarlar',
                  loader: load(lazyNeeds('preferences')),
                  lazy: withPart('notifications', profilePage('preferences')),
                },
                { path: 'abunelikler', loader: load(lazyNeeds('subscriptions')), lazy: withPart('stores', profilePage('subscriptions')) },
                { path: 'ad', lazy: profilePage('name') },
                { path: 'epoct', lazy: profilePage('email') },
                { path: 'sifre', lazy: profilePage('password') },
                { path: 'cihazlar', loader: load(lazyNeeds('devices')), lazy: profilePage('devices') },
                { path: 'unvanlar', loader: load(lazyNeeds('addresses')), lazy: profilePage('addresses') },
                { path: 'unvanlar/yeni', loader: load(lazyNeeds('newAddress')), lazy: profilePage('address') },
                { path: 'unvanlar/:id', loader: load(lazyNeeds('address')), lazy: profilePage('address') },
                { path: 'dogum-gunleri', loader: load(lazyNeeds('birthdays')), lazy: profilePage('birthdays') },
                { path: 'reylerim', loader: load(lazyNeeds('myReviews')), lazy: withPart('reviews', profilePage('reviews')) },
                { path: 'bonuslar', loader: load(lazyNeeds('myBonuses')), lazy: profilePage('bonuses') },
                { path: 'yardim', lazy: profilePage('help') },
                { path: 'influencer/lists', loader: load(lazyNeeds('myLists')), lazy: withPart('lists', profilePage('lists')) },
                { path: 'influencer/lists/:slug', loader: load(lazyNeeds('myList')), lazy: withPart('lists', profilePage('list')) },
                { path: 'influencer/qazanc', loader: load(lazyNeeds('earnings')), lazy: profilePage('earnings') },
                { path: 'influencer/form', loader: load(lazyNeeds('application')), lazy: profilePage('influencerForm') },
                { path: 'melumatlarim', lazy: profilePage('myData') },
              ],
            },
            { path: 'profil/sifaris-tarixcesi/:code/qebz', loader: load(lazyNeeds('order')), lazy: personal(orders('receipt')) },
            { path: 'bildiris/imtina', lazy: personal(withPart('notifications', () => import('~/routes/unsubscribe'))) },
            // Leads to the back office, which is another application.
            { path: 'idare/*', loader: loadOtherDocument, Component: NotFound },
            { path: '*', Component: NotFound },
          ],
        },
      ],
    },
    {
      path: 'sebet/sifaris',
      lazy: personal(withParts(['cart', 'promises', 'checkout'], () => import('./layout/quiet-layout'))),
      ErrorBoundary: RootErrorPage,
      HydrateFallback: PageSkeleton,
      children: [{ index: true, ErrorBoundary: ErrorPage, loader: load(lazyNeeds('checkout')), lazy: () => import('~/routes/checkout') }],
    },
  ]
}
