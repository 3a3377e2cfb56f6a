// Queries of pages on which few visits begin, loaded on demand.

import { cartQuery, unreadQuery } from '~/features/account/counts'
import {
  bonusesQuery,
  countriesQuery,
  devicesQuery,
  familiesQuery,
  notificationsQuery,
  orderQuery,
  ordersQuery,
  passkeysQuery,
  preferencesQuery,
  securityEventsQuery,
} from '~/features/account/queries'
import { listQuery, myListsQuery } from '~/features/lists/queries'
import { likesQuery } from '~/features/favourites/favourites'
import { applicationQuery, cashoutsQuery, earningsQuery } from '~/features/influencer/queries'
import { MINE_PER_PAGE, myRepliesQuery, myReviewsQuery } from '~/features/reviews/queries'
import { subscriptionsQuery } from '~/features/stores/queries'
import { addressesQuery, citiesQuery } from '~shared/features/addresses/queries'
import { useAuth } from '~shared/features/auth/store'
import { productQuery } from '~shared/features/catalog/queries'
import { requestQuery } from '~shared/features/wholesale/queries'
import { type QueriesOfPage, ifSignedIn } from '~shared/frame/loading'

/** The period that the earnings page shows first. */
const EARNINGS_DAYS = 30

const isBlogger = () => useAuth.getState().user?.isBlogger

export const pageQueries = {
  wholesaleForm: ({ locale, search }) => {
    const product = search.get('mehsul')
    return { deferred: product === null ? [] : [productQuery(locale, product)] }
  },
  wholesaleRequest: ({ locale, params, search }) => ({
    settled: [requestQuery(locale, params.code ?? '', search.get('token') ?? '')],
  }),
  checkout: ifSignedIn(({ locale }) => ({ settled: [addressesQuery(locale), cartQuery(locale)] })),
  favourites: ifSignedIn(({ locale }) => ({ settled: [likesQuery(locale)] })),
  signIn: ({ locale }) => ({ deferred: [countriesQuery(locale)] }),
  account: ifSignedIn(({ locale }) => ({ settled: [unreadQuery(locale)] })),
  // Each tile of the overview loads on its own.
  overview: ifSignedIn(({ locale }) => ({
    deferred: [
      ordersQuery(locale, 1),
      addressesQuery(locale),
      familiesQuery(locale),
      devicesQuery(locale),
      ...(isBlogger() ? [myListsQuery(locale)] : []),
    ],
  })),
  orders: ifSignedIn(({ locale }) => ({ settled: [ordersQuery(locale, 1)] })),
  order: ifSignedIn(({ locale, params }) => ({ settled: [orderQuery(locale, params.code ?? '')] })),
  notifications: ifSignedIn(({ locale }) => ({ settled: [notificationsQuery(locale, 1)] })),
  preferences: ifSignedIn(({ locale }) => ({ settled: [preferencesQuery(locale)] })),
  subscriptions: ifSignedIn(({ locale }) => ({ settled: [subscriptionsQuery(locale)] })),
  security: ifSignedIn(({ locale }) => ({ settled: [devicesQuery(locale), passkeysQuery(locale), securityEventsQuery(locale)] })),
  phone: ifSignedIn(({ locale }) => ({ deferred: [countriesQuery(locale)] })),
  devices: ifSignedIn(({ locale }) => ({ settled: [devicesQuery(locale)] })),
  addresses: ifSignedIn(({ locale }) => ({ settled: [addressesQuery(locale)] })),
  newAddress: ifSignedIn(({ locale }) => ({ settled: [citiesQuery(locale)] })),
  address: ifSignedIn(({ locale }) => ({ settled: [citiesQuery(locale), addressesQuery(locale)] })),
  birthdays: ifSignedIn(({ locale }) => ({ settled: [familiesQuery(locale)] })),
  myReviews: ifSignedIn(({ locale }) => ({ settled: [myReviewsQuery(locale, 1, MINE_PER_PAGE), myRepliesQuery(locale, 1)] })),
  myBonuses: ifSignedIn(({ locale }) => ({ settled: [bonusesQuery(locale, 1)] })),
  myLists: ifSignedIn(({ locale }) => ({ settled: isBlogger() ? [myListsQuery(locale)] : [] })),
  myList: ifSignedIn(({ locale, params }) => ({ settled: [myListsQuery(locale), listQuery(locale, params.slug ?? '', 1)] })),
  earnings: ifSignedIn(({ locale }) => ({
    settled: isBlogger() ? [earningsQuery(locale, EARNINGS_DAYS, 1), cashoutsQuery(locale, 1)] : [],
  })),
  application: ifSignedIn(({ locale }) => ({ settled: [applicationQuery(locale)] })),
} satisfies Record<string, QueriesOfPage>
