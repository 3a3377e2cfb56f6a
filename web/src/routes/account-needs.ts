import { cartQuery, unreadQuery } from '~/features/account/counts'
import {
  bonusesQuery,
  countriesQuery,
  devicesQuery,
  familiesQuery,
  notificationsQuery,
  orderQuery,
  ordersQuery,
  preferencesQuery,
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
import { type Needed, signedIn } from '~shared/frame/loading'

// Queries of pages on which few visits begin. Loaded on demand, so that first visits do not download it.

const isBlogger = () => useAuth.getState().user?.isBlogger

export const needs = {
  wholesaleForm: ({ locale, search }) => {
    const product = search.get('mehsul')
    return { deferred: product === null ? [] : [productQuery(locale, product)] }
  },
  wholesaleRequest: ({ locale, params, search }) => ({
    settled: [requestQuery(locale, params.code ?? '', search.get('token') ?? '')],
  }),
  checkout: signedIn(({ locale }) => ({ settled: [addressesQuery(locale), cartQuery(locale)] })),
  favourites: signedIn(({ locale }) => ({ settled: [likesQuery(locale)] })),
  signIn: ({ locale }) => ({ deferred: [countriesQuery(locale)] }),
  account: signedIn(({ locale }) => ({ settled: [unreadQuery(locale)] })),
  // Each tile of the overview loads on its own.
  overview: signedIn(({ locale }) => ({
    deferred: [
      ordersQuery(locale, 1),
      addressesQuery(locale),
      familiesQuery(locale),
      devicesQuery(locale),
      ...(isBlogger() ? [myListsQuery(locale)] : []),
    ],
  })),
  orders: signedIn(({ locale }) => ({ settled: [ordersQuery(locale, 1)] })),
  order: signedIn(({ locale, params }) => ({ settled: [orderQuery(locale, params.code ?? '')] })),
  notifications: signedIn(({ locale }) => ({ settled: [notificationsQuery(locale, 1)] })),
  preferences: signedIn(({ locale }) => ({ settled: [preferencesQuery(locale)] })),
  subscriptions: signedIn(({ locale }) => ({ settled: [subscriptionsQuery(locale)] })),
  devices: signedIn(({ locale }) => ({ settled: [devicesQuery(locale)] })),
  addresses: signedIn(({ locale }) => ({ settled: [addressesQuery(locale)] })),
  newAddress: signedIn(({ locale }) => ({ settled: [citiesQuery(locale)] })),
  address: signedIn(({ locale }) => ({ settled: [citiesQuery(locale), addressesQuery(locale)] })),
  birthdays: signedIn(({ locale }) => ({ settled: [familiesQuery(locale)] })),
  myReviews: signedIn(({ locale }) => ({ settled: [myReviewsQuery(locale, 1, MINE_PER_PAGE), myRepliesQuery(locale, 1)] })),
  myBonuses: signedIn(({ locale }) => ({ settled: [bonusesQuery(locale, 1)] })),
  myLists: signedIn(({ locale }) => ({ settled: isBlogger() ? [myListsQuery(locale)] : [] })),
  myList: signedIn(({ locale, params }) => ({ settled: [myListsQuery(locale), listQuery(locale, params.slug ?? '', 1)] })),
  earnings: signedIn(({ locale }) => ({ settled: isBlogger() ? [earningsQuery(locale, 30, 1), cashoutsQuery(locale, 1)] : [] })),
  application: signedIn(({ locale }) => ({ settled: [applicationQuery(locale)] })),
} satisfies Record<string, Needed>
