// The queries of each page, in the groups that `PageQueries` explains. For guests, the gateway fetches them (`routes.json`).

import { cartQuery } from '~/features/account/counts'
import { listQuery } from '~/features/lists/queries'
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
import { promisesQuery } from '~/features/promises/texts'
import { storeFilterOf, campaignQuery, storeCampaignsQuery, storeQuery, storesQuery } from '~/features/stores/queries'
import { auth } from '~shared/features/auth/store'
import { ancestorsQuery, categoryQuery, productQuery, productsQuery, treeQuery } from '~shared/features/catalog/queries'
import { bonusTermsQuery, contactQuery, contentQuery, pageSeoQuery, settingsQuery, type TextPage } from '~shared/features/content/queries'
import { homeQuery, shelfQueries } from '~shared/features/home/queries'
import type { QueriesOfPage, PageContext } from '~shared/frame/loading'
import type { Locale } from '~shared/i18n/locale'

const list = ({ locale, search }: PageContext, listing: Listing) => listingQuery(locale, listing, search, { page: firstPage(search) })

const text =
  (page: TextPage) =>
  ({ locale }: PageContext) => ({ critical: [contentQuery(locale, page)] })

function cartOf(locale: Locale) {
  if (auth.tokens()) return [cartQuery(locale)]
  const ids = stockIds(useBasket.getState().lines)
  return ids.length > 0 ? [productsQuery(locale, ids)] : []
}

export const pageQueries = {
  layout: ({ locale }) => ({ critical: [treeQuery(locale), settingsQuery(locale)] }),
  home: ({ locale, search }) => {
    const home = homeQuery(locale, search.get('preview'))
    return {
      critical: [pageSeoQuery(locale, 'home-page'), home],
      // The other shelves have skeletons.
      following: (client) => shelfQueries(locale, client.getQueryData(home.queryKey)?.data.sections ?? []).slice(0, 1),
      deferred: [promisesQuery(locale)],
    }
  },
  category: (context) => {
    const slug = context.params.slug ?? ''
    return {
      critical: [categoryQuery(context.locale, slug), ancestorsQuery(context.locale, slug), list(context, categoryListing(slug))],
    }
  },
  product: ({ locale, params }) => ({ critical: [productQuery(locale, params.slug ?? '')], deferred: [promisesQuery(locale)] }),
  cart: ({ locale }) => ({ settled: cartOf(locale), deferred: [promisesQuery(locale)] }),
  search: (context) => ({ critical: [list(context, searchListing(context.params.text ?? ''))] }),
  newest: (context) => ({ critical: [list(context, collectionListings.newest)] }),
  sale: (context) => ({ critical: [list(context, collectionListings.sale)] }),
  popular: (context) => ({ critical: [list(context, collectionListings.popular)] }),
  list: ({ locale, params, search }) => ({ critical: [listQuery(locale, params.slug ?? '', firstPage(search))] }),
  stores: ({ locale, search }) => ({ critical: [storesQuery(locale, storeFilterOf(search), firstPage(search))] }),
  store: (context) => {
    const slug = context.params.slug ?? ''
    return {
      critical: [storeQuery(context.locale, slug), list(context, storeListing(slug))],
      deferred: [storeCampaignsQuery(context.locale, slug)],
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
} satisfies Record<string, QueriesOfPage>
