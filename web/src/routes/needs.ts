import {
  bonusesQuery,
  cartQuery,
  countriesQuery,
  devicesQuery,
  familiesQuery,
  listQuery,
  myListsQuery,
  notificationsQuery,
  orderQuery,
  ordersQuery,
  preferencesQuery,
  unreadQuery,
} from '~/features/account/queries'
import { stockIds } from '~/features/basket/rules'
import { useBasket } from '~/features/basket/store'
import {
  categoryListing,
  collectionListings,
  firstPage,
  type Listing,
  listingQuery,
  searchListing,
  storeListing,
} from '~/features/catalog/listing'
import { likesQuery } from '~/features/favourites/favourites'
import { applicationQuery, cashoutsQuery, earningsQuery } from '~/features/influencer/queries'
import { promisesQuery } from '~/features/promises/texts'
import { MINE_PER_PAGE, myRepliesQuery, myReviewsQuery } from '~/features/reviews/queries'
import { askedOf, campaignQuery, storeCampaignsQuery, storeQuery, storesQuery, subscriptionsQuery } from '~/features/stores/queries'
import { addressesQuery, citiesQuery } from '~shared/features/addresses/queries'
import { auth, useAuth } from '~shared/features/auth/store'
import { ancestorsQuery, categoryQuery, productQuery, productsQuery, shelfQuery, treeQuery } from '~shared/features/catalog/queries'
import { bonusTermsQuery, contactQuery, contentQuery, pageTextsQuery, settingsQuery, type TextPage } from '~shared/features/content/queries'
import { requestQuery } from '~shared/features/wholesale/queries'
import { type Needed, signedIn, type Where } from '~shared/frame/loading'
import type { Locale } from '~shared/i18n/locale'

// What each page reads. The loaders fetch it. What guests read the gateway writes into the document: routes.json says the same for it.

const list = ({ locale, search }: Where, listing: Listing) => listingQuery(locale, listing, search, { page: firstPage(search) })

const text =
  (page: TextPage) =>
  ({ locale }: Where) => ({ critical: [contentQuery(locale, page)] })

const isBlogger = () => useAuth.getState().user?.isBlogger

/** The account's cart, or what there is of the products in the basket of this device. */
function cartOf(locale: Locale) {
  if (auth.tokens()) return [cartQuery(locale)]
  const ids = stockIds(useBasket.getState().lines)
  return ids.length > 0 ? [productsQuery(locale, ids)] : []
}

export const needs = {
  layout: ({ locale }) => ({ critical: [treeQuery(locale), settingsQuery(locale)] }),
  home: ({ locale }) => ({
    critical: [pageTextsQuery(locale, 'home-page'), shelfQuery(locale, 'popular')],
    deferred: [shelfQuery(locale, 'newest'), shelfQuery(locale, 'sale'), promisesQuery(locale)],
  }),
  category: (where) => {
    const slug = where.params.slug ?? ''
    return {
      critical: [categoryQuery(where.locale, slug), ancestorsQuery(where.locale, slug), list(where, categoryListing(slug))],
    }
  },
  product: ({ locale, params }) => ({ critical: [productQuery(locale, params.slug ?? '')], deferred: [promisesQuery(locale)] }),
  cart: ({ locale }) => ({ settled: cartOf(locale), deferred: [promisesQuery(locale)] }),
  search: (where) => ({ critical: [list(where, searchListing(where.params.text ?? ''))] }),
  newest: (where) => ({ critical: [list(where, collectionListings.newest)] }),
  sale: (where) => ({ critical: [list(where, collectionListings.sale)] }),
  popular: (where) => ({ critical: [list(where, collectionListings.popular)] }),
  list: ({ locale, params, search }) => ({ critical: [listQuery(locale, params.slug ?? '', firstPage(search))] }),
  stores: ({ locale, search }) => ({ critical: [storesQuery(locale, askedOf(search), firstPage(search))] }),
  store: (where) => {
    const slug = where.params.slug ?? ''
    return {
      critical: [storeQuery(where.locale, slug), list(where, storeListing(slug))],
      deferred: [storeCampaignsQuery(where.locale, slug)],
    }
  },
  campaign: ({ locale, params }) => ({ critical: [campaignQuery(locale, params.id ?? '', 1)] }),
  contact: ({ locale }) => ({ critical: [contactQuery(locale)] }),
  privacy: text('privacy'),
  delivery: text('delivery'),
  bonuses: ({ locale }) => ({ critical: [contentQuery(locale, 'bonuses'), bonusTermsQuery(locale)] }),
  faq: text('faq'),
  help: text('help'),
  payment: text('payment'),
  terms: text('terms'),
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
  // Each tile of the overview waits for itself.
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
