import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import type { Locale } from '~/i18n/locale'
import { loadPart, loadPersonal } from '~/i18n/load'
import type { Part } from '~/i18n/parts'
import { type Needs, needs, type Where } from '~/routes/needs'
import { ErrorPage, NotFound, RootErrorPage } from './error-page'
import { PageSkeleton } from './page-skeleton'
import { RootLayout } from './layout/root-layout'

/** A page of the account: all of them are one chunk. */
const profile = (page: keyof typeof import('~/routes/profile')) => async () => (await import('~/routes/profile'))[page]

interface Context {
  client: QueryClient
  locale: Locale
}

/**
 * Loaders are here and not in the lazy chunks, so that data and code travel at the same time. What is in the cache is shown at once,
 * even when it is old: the component refreshes it.
 */
export function routes({ client, locale }: Context): RouteObject[] {
  const ensure = (query: { queryKey: readonly unknown[] }) => client.query({ ...query, staleTime: 'static' })
  const load =
    (needed: (where: Where) => Needs) =>
    async ({ params, request }: LoaderFunctionArgs) => {
      const { critical, deferred = [] } = needed({ locale, params, search: new URL(request.url).searchParams })
      for (const query of deferred) void ensure(query).catch(() => {})
      await Promise.all(critical.map(ensure))
      return null
    }

  /** A page with texts of its own. */
  const withParts =
    <P,>(parts: Part[], page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), ...parts.map((part) => loadPart(locale, part))])
      return module
    }

  const withPart = <P,>(part: Part, page: () => Promise<P>) => withParts([part], page)

  const personal =
    <P,>(page: () => Promise<P>) =>
    async () => {
      const [module] = await Promise.all([page(), loadPersonal(locale)])
      return module
    }

  const orders = (page: keyof typeof import('~/routes/orders')) => withPart('orders', async () => (await import('~/routes/orders'))[page])

  /** Their links to each other are those of the footer, which may come later than they. */
  const texts = <P,>(page: () => Promise<P>) => withParts(['around', 'content'], page)
  const content = texts(() => import('~/routes/content'))
  const contact = personal(texts(() => import('~/routes/contact')))

  /** Where operators work: every room has the words of the desk, and its own. */
  const onDesk = <P,>(parts: Part[], page: () => Promise<P>) => personal(withParts(['desk', ...parts], page))

  const desk = (page: keyof typeof import('~/routes/desk')) => onDesk(['orders'], async () => (await import('~/routes/desk'))[page])

  /** Campaigns and promo codes. A trial of a code says why it does not apply in the words of the cart. */
  const campaigns = (page: keyof typeof import('~/routes/desk/campaigns')) =>
    onDesk(['campaigns', 'cart'], async () => (await import('~/routes/desk/campaigns'))[page])

  const wholesale = (page: keyof typeof import('~/routes/wholesale')) =>
    personal(withPart('wholesale', async () => (await import('~/routes/wholesale'))[page]))

  const wholesaleDesk = (page: keyof typeof import('~/routes/desk/wholesale')) =>
    onDesk(['wholesale'], async () => (await import('~/routes/desk/wholesale'))[page])

  /** What the shop says and hears: its texts, settings and letters. */
  const office = (page: keyof typeof import('~/routes/office')) => onDesk(['office'], async () => (await import('~/routes/office'))[page])

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
            { path: 'topdan-satis', lazy: wholesale('ask') },
            { path: 'topdan-satis/:code', lazy: wholesale('request') },
            { path: 'sebet', loader: load(needs.cart), lazy: withPart('cart', () => import('~/routes/cart')) },
            { path: 'sebet/tesdiqle', lazy: withPart('cart', () => import('~/routes/cart-confirm')) },
            { path: 'beyendiklerim', lazy: withPart('favourites', () => import('~/routes/favourites')) },
            { path: 'giris', lazy: personal(() => import('~/routes/sign-in')) },
            {
              path: 'profil',
              lazy: personal(profile('layout')),
              children: [
                { index: true, lazy: profile('overview') },
                { path: 'sifaris-tarixcesi', lazy: orders('history') },
                { path: 'sifaris-tarixcesi/:code', lazy: orders('order') },
                { path: 'bildirisler', lazy: withPart('notifications', profile('notifications')) },
                { path: 'bildirisler/ayarlar', lazy: withPart('notifications', profile('preferences')) },
                { path: 'abunelikler', lazy: withPart('stores', profile('subscriptions')) },
                { path: 'ad', lazy: profile('name') },
                { path: 'epoct', lazy: profile('email') },
                { path: 'sifre', lazy: profile('password') },
                { path: 'cihazlar', lazy: profile('devices') },
                { path: 'unvanlar', lazy: profile('addresses') },
                { path: 'unvanlar/yeni', lazy: profile('address') },
                { path: 'unvanlar/:id', lazy: profile('address') },
                { path: 'dogum-gunleri', lazy: profile('birthdays') },
                { path: 'reylerim', lazy: withPart('reviews', profile('reviews')) },
                { path: 'bonuslar', lazy: profile('bonuses') },
                { path: 'yardim', lazy: profile('help') },
                { path: 'influencer/lists', lazy: withPart('lists', profile('lists')) },
                { path: 'influencer/lists/:slug', lazy: withPart('lists', profile('list')) },
                { path: 'influencer/qazanc', lazy: profile('earnings') },
                { path: 'influencer/form', lazy: profile('influencerForm') },
                { path: 'melumatlarim', lazy: profile('myData') },
              ],
            },
            { path: 'profil/sifaris-tarixcesi/:code/qebz', lazy: personal(orders('receipt')) },
            { path: 'idare/sifarisler', lazy: desk('orders') },
            { path: 'idare/sifarisler/:code', lazy: desk('order') },
            { path: 'idare/sifarisler/:code/kuryer', lazy: desk('courierSheet') },
            { path: 'idare/geri-odenisler', lazy: desk('refunds') },
            { path: 'idare/cixarislar', lazy: desk('cashouts') },
            { path: 'idare/auditor', lazy: desk('auditor') },
            { path: 'idare/kampaniyalar', lazy: campaigns('list') },
            { path: 'idare/kampaniyalar/yeni', lazy: campaigns('editor') },
            { path: 'idare/kampaniyalar/:id', lazy: campaigns('editor') },
            { path: 'idare/promokodlar', lazy: campaigns('promoList') },
            { path: 'idare/promokodlar/yeni', lazy: campaigns('promoEditor') },
            { path: 'idare/promokodlar/:id', lazy: campaigns('promoEditor') },
            { path: 'idare/topdan', lazy: wholesaleDesk('list') },
            { path: 'idare/topdan/:code', lazy: wholesaleDesk('request') },
            { path: 'idare/muracietler', lazy: office('tickets') },
            { path: 'idare/sehifeler', lazy: office('texts') },
            { path: 'idare/sehifeler/:page', lazy: office('text') },
            { path: 'idare/seo', lazy: office('seo') },
            { path: 'idare/seo/:page', lazy: office('seoText') },
            { path: 'idare/yonlendirmeler', lazy: office('redirects') },
            { path: 'idare/robots', lazy: office('robots') },
            { path: 'idare/ayarlar', lazy: office('site') },
            { path: 'idare/ofis', lazy: office('seller') },
            // The picker of categories is that of promo codes.
            { path: 'idare/sertler', lazy: withPart('campaigns', office('rules')) },
            { path: 'idare/reyler', lazy: desk('moderation') },
            { path: 'bildiris/imtina', lazy: personal(withPart('notifications', () => import('~/routes/unsubscribe'))) },
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
      children: [{ index: true, ErrorBoundary: ErrorPage, lazy: () => import('~/routes/checkout') }],
    },
  ]
}
