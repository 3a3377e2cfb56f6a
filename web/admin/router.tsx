import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { loading, loadOtherDocument, type NeedsOf } from '~shared/frame/loading'
import type { Locale } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'
import { AdminError, AdminLayout, AdminNotFound } from './layout'
import { needs } from './needs'

/** Routes of the back office. The layout loads the personal texts and those of `admin`; each page adds its own. */
export function routes({ client, locale }: { client: QueryClient; locale: Locale }): RouteObject[] {
  const { load, withParts, personal } = loading({ client, locale })

  const page = (
    path: string,
    needed: NeedsOf,
    lazy: () => Promise<{ Component: () => React.ReactNode }>,
    parts: Part[] = [],
  ): RouteObject => ({
    path,
    loader: load(needed),
    lazy: withParts(parts, lazy),
  })

  return [
    {
      Component: AdminLayout,
      ErrorBoundary: AdminError,
      HydrateFallback: () => null,
      lazy: personal(withParts(['admin'], () => Promise.resolve({}))),
      children: [
        {
          ErrorBoundary: AdminError,
          children: [
            page('idare', needs.home, () => import('./routes/home')),
            page('idare/sifarisler', needs.orders, () => import('./routes/orders'), ['orders']),
            page('idare/sifarisler/:code', needs.order, () => import('./routes/order'), ['orders']),
            page('idare/sifarisler/:code/kuryer', needs.courierSheet, () => import('./routes/courier-sheet'), ['orders']),
            page('idare/geri-odenisler', needs.refunds, () => import('./routes/refunds'), ['orders']),
            page('idare/cixarislar', needs.cashouts, () => import('./routes/cashouts')),
            page('idare/auditor', needs.auditor, () => import('./routes/auditor')),
            page('idare/kampaniyalar', needs.campaigns, () => import('./routes/campaign-list'), ['campaigns']),
            page('idare/kampaniyalar/yeni', needs.newCampaign, () => import('./routes/campaign-editor'), ['campaigns']),
            page('idare/kampaniyalar/:id', needs.campaign, () => import('./routes/campaign-editor'), ['campaigns']),
            page('idare/promokodlar', needs.promos, () => import('./routes/promo-list'), ['campaigns']),
            // A trial explains a refused code with the texts of the cart.
            page('idare/promokodlar/yeni', needs.newPromo, () => import('./routes/promo-editor'), ['campaigns', 'cart']),
            page('idare/promokodlar/:id', needs.promo, () => import('./routes/promo-editor'), ['campaigns', 'cart']),
            page('idare/topdan', needs.wholesale, () => import('./routes/wholesale-list'), ['wholesale']),
            page('idare/topdan/:code', needs.wholesaleRequest, () => import('./routes/wholesale-request'), ['wholesale']),
            page('idare/muracietler', needs.tickets, () => import('./routes/tickets'), ['adminSite']),
            page('idare/sehifeler', needs.texts, () => import('./routes/texts'), ['adminSite']),
            page('idare/sehifeler/:page', needs.text, () => import('./routes/text'), ['adminSite']),
            page('idare/seo', needs.seo, () => import('./routes/seo'), ['adminSite']),
            page('idare/seo/:page', needs.seoText, () => import('./routes/seo-text'), ['adminSite']),
            page('idare/yonlendirmeler', needs.redirects, () => import('./routes/redirects'), ['adminSite']),
            page('idare/robots', needs.robots, () => import('./routes/robots'), ['adminSite']),
            page('idare/ayarlar', needs.settings, () => import('./routes/site'), ['adminSite']),
            page('idare/ofis', needs.seller, () => import('./routes/seller'), ['adminSite']),
            // The category picker uses the texts of promo codes.
            page('idare/sertler', needs.rules, () => import('./routes/rules'), ['adminSite', 'campaigns']),
            page('idare/reyler', needs.reviews, () => import('./routes/moderation')),
            { path: 'idare/*', Component: AdminNotFound },
          ],
        },
      ],
    },
    // Leads to the shop, which is another application.
    { path: '*', loader: loadOtherDocument, Component: AdminNotFound, HydrateFallback: () => null },
  ]
}
