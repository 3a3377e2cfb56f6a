import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import type { Locale } from '~/i18n/locale'
import { type Needs, needs, type Where } from '~/routes/needs'
import { ErrorPage, NotFound, RootErrorPage } from './error-page'
import { PageSkeleton } from './page-skeleton'
import { RootLayout } from './layout/root-layout'

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
            { index: true, loader: load(needs.home), lazy: () => import('~/routes/home') },
            { path: 'kateqoriya/:slug', loader: load(needs.category), lazy: () => import('~/routes/category') },
            { path: 'mehsullar/:slug', loader: load(needs.product), lazy: () => import('~/routes/product') },
            { path: 'axtaris/:text', loader: load(needs.search), lazy: () => import('~/routes/search') },
            { path: 'yeni-mehsullar', loader: load(needs.newest), lazy: () => import('~/routes/collection') },
            { path: 'endirimler', loader: load(needs.sale), lazy: () => import('~/routes/collection') },
            { path: 'cox-satilanlar', loader: load(needs.popular), lazy: () => import('~/routes/collection') },
            { path: 'magazalar', loader: load(needs.stores), lazy: () => import('~/routes/stores') },
            { path: 'magazalar/:slug', loader: load(needs.store), lazy: () => import('~/routes/store') },
            { path: 'sebet', lazy: () => import('~/routes/cart') },
            { path: 'sebet/tesdiqle', lazy: () => import('~/routes/cart-confirm') },
            { path: 'beyendiklerim', lazy: () => import('~/routes/favourites') },
            { path: 'giris', lazy: () => import('~/routes/sign-in') },
            {
              path: 'profil',
              lazy: () => import('~/routes/account-layout'),
              children: [
                { index: true, lazy: () => import('~/routes/account') },
                { path: 'bildirisler', lazy: () => import('~/routes/notifications') },
              ],
            },
            { path: '*', Component: NotFound },
          ],
        },
      ],
    },
  ]
}
