// The routes of the back office: for each address the page component, the queries to load first, and the texts that the page needs.
import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { type PageContext, createLoaders, loadOtherDocument, type PageQueries } from '~shared/frame/loading'
import type { Locale } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'
import { AdminError, AdminLayout, AdminNotFound } from './layout'
import { pageQueries } from './page-queries'
import { untilSessionLoaded } from './session/client'

/** The last argument of `page` names files of `locales`, in addition to those that the layout loads. */
export function routes({ client, locale }: { client: QueryClient; locale: Locale }): RouteObject[] {
  const { load, withParts, withPersonalTexts } = createLoaders({ client, locale })

  const page = (
    path: string,
    queriesOf: (context: PageContext) => Promise<PageQueries>,
    lazy: () => Promise<{ Component: () => React.ReactNode }>,
    parts: Part[] = [],
  ): RouteObject => ({
    path,
    loader: load(queriesOf),
    lazy: withParts(parts, lazy),
  })

  return [
    {
      Component: AdminLayout,
      ErrorBoundary: AdminError,
      HydrateFallback: () => null,
      lazy: withPersonalTexts(withParts(['admin', 'adminConsole', 'adminStaff'], () => Promise.resolve({}))),
      loader: () => untilSessionLoaded(locale).then(() => null),
      children: [
        {
          ErrorBoundary: AdminError,
          children: [
            page('idare/giris', pageQueries.signIn, () => import('./routes/sign-in')),
            page('idare', pageQueries.home, () => import('./routes/home'), ['adminDashboard']),
            page('idare/sifarisler', pageQueries.orders, () => import('./routes/orders'), ['orders']),
            // The bill explains problems and changes with the texts of the cart and the checkout.
            page('idare/sifarisler/yeni', pageQueries.newOrder, () => import('./routes/new-order'), ['orders', 'cart', 'checkout']),
            page('idare/sifarisler/:code', pageQueries.order, () => import('./routes/order'), ['orders']),
            page('idare/sifarisler/:code/kuryer', pageQueries.courierSheet, () => import('./routes/courier-sheet'), ['orders']),
            page('idare/catdirilmalar', pageQueries.deliveries, () => import('./routes/deliveries'), ['orders', 'adminZones']),
            page('idare/geri-odenisler', pageQueries.refunds, () => import('./routes/refunds'), ['orders']),
            page('idare/cixarislar', pageQueries.cashouts, () => import('./routes/cashouts')),
            page('idare/auditor', pageQueries.auditor, () => import('./routes/auditor')),
            page('idare/kampaniyalar', pageQueries.campaigns, () => import('./routes/campaign-list'), ['campaigns']),
            page('idare/kampaniyalar/yeni', pageQueries.newCampaign, () => import('./routes/campaign-editor'), ['campaigns']),
            page('idare/kampaniyalar/:id', pageQueries.campaign, () => import('./routes/campaign-editor'), ['campaigns']),
            page('idare/promokodlar', pageQueries.promos, () => import('./routes/promo-list'), ['campaigns']),
            // A trial explains a refused code with the texts of the cart.
            page('idare/promokodlar/yeni', pageQueries.newPromo, () => import('./routes/promo-editor'), ['campaigns', 'cart']),
            page('idare/promokodlar/:id', pageQueries.promo, () => import('./routes/promo-editor'), ['campaigns', 'cart']),
            page('idare/kateqoriyalar', pageQueries.categories, () => import('./routes/category-list'), ['adminCategories']),
            page('idare/kateqoriyalar/yeni', pageQueries.newCategory, () => import('./routes/category-editor'), ['adminCategories']),
            page('idare/kateqoriyalar/:id', pageQueries.category, () => import('./routes/category-editor'), ['adminCategories']),
            page('idare/magazalar', pageQueries.stores, () => import('./routes/store-list'), ['adminStores']),
            page('idare/magazalar/yeni', pageQueries.newStore, () => import('./routes/store-editor'), ['adminStores']),
            page('idare/magazalar/:id', pageQueries.store, () => import('./routes/store-editor'), ['adminStores']),
            page('idare/zonalar', pageQueries.zones, () => import('./routes/zone-list'), ['adminZones']),
            page('idare/zonalar/yeni', pageQueries.newZone, () => import('./routes/zone-editor'), ['adminZones']),
            page('idare/zonalar/:id', pageQueries.zone, () => import('./routes/zone-editor'), ['adminZones']),
            page('idare/topdan', pageQueries.wholesale, () => import('./routes/wholesale-list'), ['wholesale']),
            page('idare/topdan/:code', pageQueries.wholesaleRequest, () => import('./routes/wholesale-request'), ['wholesale']),
            page('idare/muracietler', pageQueries.tickets, () => import('./routes/tickets'), ['adminSite']),
            page('idare/axtarislar', pageQueries.searches, () => import('./routes/searches')),
            page('idare/axtaris-qaydalari', pageQueries.searchRules, () => import('./routes/search-rules')),
            page('idare/ana-sehife', pageQueries.homePage, () => import('./routes/home-page'), ['adminHome']),
            page('idare/sehifeler', pageQueries.texts, () => import('./routes/texts'), ['adminSite']),
            page('idare/sehifeler/:page', pageQueries.text, () => import('./routes/text'), ['adminSite']),
            page('idare/seo', pageQueries.seo, () => import('./routes/seo'), ['adminSite']),
            page('idare/seo/:page', pageQueries.seoText, () => import('./routes/seo-text'), ['adminSite']),
            page('idare/yonlendirmeler', pageQueries.redirects, () => import('./routes/redirects'), ['adminSite']),
            page('idare/robots', pageQueries.robots, () => import('./routes/robots'), ['adminSite']),
            page('idare/ayarlar', pageQueries.settings, () => import('./routes/site'), ['adminSite']),
            page('idare/ofis', pageQueries.seller, () => import('./routes/seller'), ['adminSite']),
            // The category picker uses the texts of promo codes.
            page('idare/sertler', pageQueries.rules, () => import('./routes/rules'), ['adminSite', 'campaigns']),
            page('idare/emekdaslar', pageQueries.staff, () => import('./routes/staff'), ['adminSite']),
            page('idare/hesabim', pageQueries.account, () => import('./routes/account')),
            page('idare/jurnal', pageQueries.audit, () => import('./routes/audit')),
            page('idare/sistem', pageQueries.system, () => import('./routes/system'), ['adminSystem']),
            page('idare/musteriler', pageQueries.customers, () => import('./routes/customers')),
            page('idare/musteriler/:id', pageQueries.customer, () => import('./routes/customer'), ['adminSite']),
            page('idare/mehsullar', pageQueries.products, () => import('./routes/product-list'), ['adminProducts']),
            // The category picker uses the texts of promo codes.
            page('idare/mehsullar/yeni', pageQueries.newProduct, () => import('./routes/product-editor'), ['adminProducts', 'campaigns']),
            page('idare/mehsullar/:id', pageQueries.product, () => import('./routes/product-editor'), ['adminProducts', 'campaigns']),
            page('idare/idxallar', pageQueries.imports, () => import('./routes/import-list'), ['adminImports']),
            page('idare/idxallar/yeni', pageQueries.newImport, () => import('./routes/import-upload'), ['adminImports', 'adminProducts']),
            // The columns of an import have the labels of the product form.
            page('idare/idxallar/:id', pageQueries.import, () => import('./routes/import-steps'), ['adminImports', 'adminProducts']),
            page('idare/reyler', pageQueries.reviews, () => import('./routes/moderation')),
            { path: 'idare/*', Component: AdminNotFound },
          ],
        },
      ],
    },
    // Any other address may belong to the shop, which is another application, so its document is loaded.
    { path: '*', loader: loadOtherDocument, Component: AdminNotFound, HydrateFallback: () => null },
  ]
}
