// Renders one page in a test, with its router, queries and Azerbaijani texts.
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createMemoryRouter, Outlet, type RouteObject, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '~shared/api/query-client'
import { I18nContext, translator } from '~shared/i18n/context'
import az from '~shared/i18n/messages/az'
import personal from '~shared/i18n/personal/az'
import deferred from '../locales/az/deferred.json'
import campaigns from '../locales/az/campaigns.json'
import cart from '../locales/az/cart.json'
import checkout from '../locales/az/checkout.json'
import content from '../locales/az/content.json'
import admin from '../locales/az/admin.json'
import adminCategories from '../locales/az/adminCategories.json'
import adminDashboard from '../locales/az/adminDashboard.json'
import adminConsole from '../locales/az/adminConsole.json'
import adminHome from '../locales/az/adminHome.json'
import adminImports from '../locales/az/adminImports.json'
import adminStores from '../locales/az/adminStores.json'
import adminZones from '../locales/az/adminZones.json'
import favourites from '../locales/az/favourites.json'
import lists from '../locales/az/lists.json'
import notifications from '../locales/az/notifications.json'
import adminProducts from '../locales/az/adminProducts.json'
import adminSite from '../locales/az/adminSite.json'
import adminStaff from '../locales/az/adminStaff.json'
import adminSystem from '../locales/az/adminSystem.json'
import orders from '../locales/az/orders.json'
import promises from '../locales/az/promises.json'
import reviews from '../locales/az/reviews.json'
import stores from '../locales/az/stores.json'
import wholesale from '../locales/az/wholesale.json'
import { showsPage } from './presses'

export const t = translator('az', {
  ...az,
  ...personal,
  campaigns,
  deferred,
  cart,
  checkout,
  content,
  admin,
  adminCategories,
  adminDashboard,
  adminConsole,
  adminHome,
  adminImports,
  adminStores,
  adminZones,
  favourites,
  lists,
  notifications,
  adminProducts,
  adminSite,
  adminStaff,
  adminSystem,
  orders,
  promises,
  reviews,
  stores,
  wholesale,
})

function OtherPage() {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}

/** Wraps the routes, and tells the recorder of presses which page is rendered. */
function Committed() {
  const { pathname } = useLocation()
  useLayoutEffect(() => showsPage(pathname), [pathname])
  return <Outlet />
}

/** Any other address is rendered as the text "at /its/path". */
export function openAt(path: string, page: RouteObject) {
  const routes = [{ Component: Committed, children: [page, { path: '*', Component: OtherPage }] }]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const shown = render(
    <QueryClientProvider client={createQueryClient()}>
      <I18nContext value={{ locale: 'az', t }}>
        <RouterProvider router={router} />
      </I18nContext>
    </QueryClientProvider>,
  )
  const address = () => router.state.location.pathname + router.state.location.search
  return { ...shown, router, address }
}
