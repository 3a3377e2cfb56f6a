import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import type { Locale } from '~shared/i18n/locale'
import { loading, loadOtherDocument, type Needs, type Where } from '~shared/frame/loading'
import { needs } from '~/routes/needs'
import { ErrorPage, NotFound, RootErrorPage } from '~shared/frame/error-page'
import { PageSkeleton } from './page-skeleton'
import { RootLayout } from './layout/root-layout'

/** A page of the account; all of them share one chunk. */
const profile = (page: keyof typeof import('~/routes/profile')) => async () => (await import('~/routes/profile'))[page]

/** Needs of a page on which few visits begin, loaded on demand. */
const mine =
  (page: keyof (typeof import('~/routes/account-needs'))['needs']) =>
  async (where: Where): Promise<Needs> =>
    (await import('~/routes/account-needs')).needs[page](where)

/** Routes of the shop. */
export function routes({ client, locale }: { client: QueryClient; locale: Locale }): RouteObject[] {
  const { load, withParts, withPart, personal } = loading({ client, locale })

  const orders = (page: keyof typeof import('~/routes/orders')) => withPart('orders', async () => (await import('~/routes/orders'))[page])

  /** Pages of texts. They use the footer's link texts, which may load later. */
  const texts = <P,>(page: () => Promise<P>) => withParts(['around', 'content'], page)
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
            { path: 'topdan-satis', loader: load(mine('wholesaleForm')), lazy: wholesale('ask') },
            { path: 'topdan-satis/:code', loader: load(mine('wholesaleRequest')), lazy: wholesale('request') },
            { path: 'sebet', loader: load(needs.cart), lazy: withPart('cart', () => import('~/routes/cart')) },
            { path: 'sebet/tesdiqle', loader: load(needs.cart), lazy: withPart('cart', () => import('~/routes/cart-confirm')) },
            { path: 'beyendiklerim', loader: load(mine('favourites')), lazy: withPart('favourites', () => import('~/routes/favourites')) },
            { path: 'giris', loader: load(mine('signIn')), lazy: personal(() => import('~/routes/sign-in')) },
            {
              path: 'profil',
              loader: load(mine('account')),
              shouldRevalidate: () => false,
              lazy: personal(profile('layout')),
              children: [
                { index: true, loader: load(mine('overview')), lazy: profile('overview') },
                { path: 'sifaris-tarixcesi', loader: load(mine('orders')), lazy: orders('history') },
                { path: 'sifaris-tarixcesi/:code', loader: load(mine('order')), lazy: orders('order') },
                { path: 'bildirisler', loader: load(mine('notifications')), lazy: withPart('notifications', profile('notifications')) },
                { path: 'bildirisler/ayarlar', loader: load(mine('preferences')), lazy: withPart('notifications', profile('preferences')) },
                { path: 'abunelikler', loader: load(mine('subscriptions')), lazy: withPart('stores', profile('subscriptions')) },
                { path: 'ad', lazy: profile('name') },
                { path: 'epoct', lazy: profile('email') },
                { path: 'sifre', lazy: profile('password') },
                { path: 'cihazlar', loader: load(mine('devices')), lazy: profile('devices') },
                { path: 'unvanlar', loader: load(mine('addresses')), lazy: profile('addresses') },
                { path: 'unvanlar/yeni', loader: load(mine('newAddress')), lazy: profile('address') },
                { path: 'unvanlar/:id', loader: load(mine('address')), lazy: profile('address') },
                { path: 'dogum-gunleri', loader: load(mine('birthdays')), lazy: profile('birthdays') },
                { path: 'reylerim', loader: load(mine('myReviews')), lazy: withPart('reviews', profile('reviews')) },
                { path: 'bonuslar', loader: load(mine('myBonuses')), lazy: profile('bonuses') },
                { path: 'yardim', lazy: profile('help') },
                { path: 'influencer/lists', loader: load(mine('myLists')), lazy: withPart('lists', profile('lists')) },
                { path: 'influencer/lists/:slug', loader: load(mine('myList')), lazy: withPart('lists', profile('list')) },
                { path: 'influencer/qazanc', loader: load(mine('earnings')), lazy: profile('earnings') },
                { path: 'influencer/form', loader: load(mine('application')), lazy: profile('influencerForm') },
                { path: 'melumatlarim', lazy: profile('myData') },
              ],
            },
            { path: 'profil/sifaris-tarixcesi/:code/qebz', loader: load(mine('order')), lazy: personal(orders('receipt')) },
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
      children: [{ index: true, ErrorBoundary: ErrorPage, loader: load(mine('checkout')), lazy: () => import('~/routes/checkout') }],
    },
  ]
}
