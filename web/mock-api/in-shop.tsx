import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '~/api/query-client'
import { I18nContext } from '~/i18n/context'
import az from '~/i18n/messages/az'
import campaigns from '../locales/az/campaigns.json'
import around from '../locales/az/around.json'
import cart from '../locales/az/cart.json'
import checkout from '../locales/az/checkout.json'
import closer from '../locales/az/closer.json'
import content from '../locales/az/content.json'
import desk from '../locales/az/desk.json'
import favourites from '../locales/az/favourites.json'
import filters from '../locales/az/filters.json'
import lists from '../locales/az/lists.json'
import moderation from '../locales/az/moderation.json'
import notifications from '../locales/az/notifications.json'
import office from '../locales/az/office.json'
import orders from '../locales/az/orders.json'
import reviews from '../locales/az/reviews.json'
import search from '../locales/az/search.json'
import stores from '../locales/az/stores.json'
import personal from '~/i18n/personal/az'
import { translator } from '~/i18n/translate'

export const t = translator('az', {
  ...az,
  ...personal,
  campaigns,
  around,
  cart,
  checkout,
  closer,
  content,
  desk,
  favourites,
  filters,
  lists,
  moderation,
  notifications,
  office,
  orders,
  reviews,
  search,
  stores,
})

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}

/** Renders one page of the shop as it is reached at `path`; other addresses only say where one is. */
export function openAt(path: string, page: RouteObject) {
  const router = createMemoryRouter([page, { path: '*', Component: Elsewhere }], { initialEntries: [path] })
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
