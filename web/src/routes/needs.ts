import type { Locale } from '~/i18n/locale'
import { campaignQuery, storeCampaignsQuery } from '~/features/campaigns/queries'
import { ancestorsQuery, categoryQuery, shelfQuery, treeQuery } from '~/features/catalog/queries'
import {
  categoryListing,
  collectionListings,
  firstPage,
  type Listing,
  listingQuery,
  searchListing,
  storeListing,
} from '~/features/catalog/listing'
import { listQuery } from '~/features/lists/queries'
import { bonusTermsQuery, contactQuery, contentQuery, pageTextsQuery, settingsQuery, type TextPage } from '~/features/content/queries'
import { productQuery } from '~/features/product/queries'
import { promisesQuery } from '~/features/promises/queries'
import { askedOf, storeQuery, storesQuery } from '~/features/stores/queries'

// What each page reads. The loaders fetch it, and the gateway writes it into the document: routes.json says the same for the gateway.

export interface Where {
  locale: Locale
  params: Record<string, string | undefined>
  search: URLSearchParams
}

interface Query {
  queryKey: readonly unknown[]
}

export interface Needs {
  /** The page cannot be shown without these. */
  critical: Query[]
  /** Fetched meanwhile; the parts that show them have skeletons. */
  deferred?: Query[]
}

const list = ({ locale, search }: Where, listing: Listing) => listingQuery(locale, listing, search, { page: firstPage(search) })

const text =
  (page: TextPage) =>
  ({ locale }: Where) => ({ critical: [contentQuery(locale, page)] })

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
  cart: ({ locale }) => ({ critical: [], deferred: [promisesQuery(locale)] }),
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
} satisfies Record<string, (where: Where) => Needs>
