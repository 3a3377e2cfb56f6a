// The queries that each page of the back office reads. The router loads them before it shows the page.
// README.md ("Loaders") explains `settled`, `fresh`, `deferred` and `following`.
import { isDay } from '~admin/lib/days'
import { savedViewsQuery, VIEWS_PERMISSION } from '~admin/lib/saved-views'
import { auditFilter, choiceParam, orderFilter, productFilter, promoFilter } from '~admin/paths'
import { citiesQuery, districtsQuery } from '~shared/features/addresses/queries'
import { may } from '~admin/session/access'
import { untilSessionLoaded } from '~admin/session/client'
import { useStaff } from '~admin/session/store'
import type { Permission } from '~shared/features/auth/permissions'
import { treeQuery } from '~shared/features/catalog/queries'
import { adminListQuery, adminRequestQuery, STATUSES as WHOLESALE_STATUSES } from '~shared/features/wholesale/queries'
import type { PageContext, PageQueries } from '~shared/frame/loading'
import { FALLBACK, LOCALES } from '~shared/i18n/locale'
import type { Locale } from '~shared/i18n/locale'
import { queueQueries } from './areas'
import { passkeysQuery, secondFactorsQuery } from './features/account/api'
import { auditQuery } from './features/audit/api'
import { auditRunsQuery, findingsQuery } from './features/auditor/queries'
import { adminCampaignsQuery, draftQuery, allStoresQuery, CAMPAIGN_STATUSES } from './features/campaigns/api'
import { adminCashoutsQuery } from './features/cashouts/api'
import { categoriesQuery, categoryQuery } from './features/categories/api'
import { customerQuery } from './features/customers/api'
import { dashboardQuery, lowStockQuery, newAccountsQuery, oneProductQuery, parkedCountQuery } from './features/dashboard/api'
import { dayOf, deliveriesQuery, windowsQuery } from './features/deliveries/api'
import {
  adminOrderQuery,
  adminOrdersQuery,
  adminRefundsQuery,
  orderCountsQuery,
  orderNotesQuery,
  REFUND_STATUSES,
} from './features/orders/api'
import { homeVersionsQuery } from './features/home-page/api'
import { importErrorsQuery, importQuery, importsQuery, keptQuery } from './features/imports/api'
import { categoryChainQueries, movementsQuery, productQuery, productsQuery } from './features/products/api'
import { storeChoicesQuery } from './features/products/stores'
import { promoQuery, promosQuery } from './features/promos/api'
import { redirectsQuery } from './features/redirects/api'
import { queueQuery, REVIEW_STATES } from './features/reviews/api'
import { searchRulesQuery } from './features/search-rules/api'
import { searchesQuery, searchFilter } from './features/searches/api'
import { robotsQuery, seoTextsQuery } from './features/seo/api'
import { sellerQuery, rulesQuery, siteQuery } from './features/settings/api'
import { staffNamesQuery, staffQuery } from './features/staff/api'
import { storeQuery, storesQuery, STORE_STATES } from './features/stores/api'
import { textListQuery, TEXTS, versionsQuery } from './features/texts/api'
import { parkedQuery, SERVICES, systemQuery } from './features/system/api'
import { TICKET_VIEWS, ticketsQuery, ticketViewQuery } from './features/tickets/api'
import { holidaysQuery, zoneQuery, zonesQuery } from './features/zones/api'

/** Resolves once it is known who is signed in. */
type QueriesOfStaffPage = (context: PageContext) => Promise<PageQueries>

const savedViews = (locale: Locale) => (may(VIEWS_PERMISSION) ? [savedViewsQuery(locale)] : [])

/** The menu of every page links to default views. Lists that show their views also wait for them. */
const forStaff =
  (queriesOf: (context: PageContext) => PageQueries): QueriesOfStaffPage =>
  async (context) => {
    await untilSessionLoaded(context.locale)
    const queries = queriesOf(context)
    return { ...queries, deferred: [...savedViews(context.locale), ...(queries.deferred ?? [])] }
  }

/** Users without the permission see a message instead of the page's data. */
const withPermission = (permission: Permission, queriesOf: (context: PageContext) => PageQueries) =>
  forStaff((context) => (may(permission) ? queriesOf(context) : {}))

/** The districts of each city that has districts, once the cities are loaded. */
const districtQueries =
  (locale: Locale): NonNullable<PageQueries['following']> =>
  (client) => {
    const cities = client.getQueryData(citiesQuery(locale).queryKey)?.data ?? []
    return cities.filter(({ hasDistricts }) => hasDistricts).map(({ id }) => districtsQuery(locale, String(id)))
  }

/** The home page shows the "first steps" while no product is published. */
const firstStepsQueries =
  (locale: Locale): NonNullable<PageQueries['following']> =>
  (client) => {
    const hasNothingOnSale = client.getQueryData(oneProductQuery(locale, 'published').queryKey)?.data.length === 0
    if (!hasNothingOnSale) return []
    return [
      categoriesQuery(locale),
      oneProductQuery(locale),
      ...(may('content_read') ? [sellerQuery(locale)] : []),
      ...(may('stores_read') ? [storesQuery(locale, { limit: '1' })] : []),
      ...(may('staff_read') ? [staffQuery(locale)] : []),
    ]
  }

/** Without the names of staff, histories show account numbers. */
const staffNames = (locale: Locale) => (may('colleagues_read') ? [staffNamesQuery(locale)] : [])

const isSignedIn = () => useStaff.getState().session !== null

export const pageQueries = {
  home: forStaff(({ locale }) => ({
    settled: [
      ...queueQueries(locale),
      ...(may('dashboard_read') ? [dashboardQuery(locale), newAccountsQuery(locale)] : []),
      ...(may('products_write') ? [oneProductQuery(locale, 'published')] : []),
    ],
    following: firstStepsQueries(locale),
    deferred: [...(may('products_read') ? [lowStockQuery(locale)] : []), ...(may('system_read') ? [parkedCountQuery(locale)] : [])],
  })),
  orders: withPermission('orders_read', ({ locale, search }) => {
    const filter = orderFilter(search)
    const windows = filter.deliverOn && isDay(filter.deliverOn) ? [windowsQuery(locale, filter.deliverOn)] : []
    return {
      settled: [adminOrdersQuery(locale, filter), orderCountsQuery(locale), allStoresQuery(locale), ...windows, ...savedViews(locale)],
    }
  }),
  newOrder: withPermission('orders_write', ({ locale }) => ({ settled: [citiesQuery(locale)] })),
  deliveries: withPermission('orders_read', ({ locale, search }) => ({
    settled: [deliveriesQuery(locale, dayOf(search, Date.now()))],
  })),
  order: withPermission('orders_read', ({ locale, params }) => ({
    settled: [
      adminOrderQuery(locale, params.code ?? ''),
      orderNotesQuery(locale, params.code ?? ''),
      ...(may('tickets_read') ? [ticketsQuery(locale, { orderCode: params.code ?? '' })] : []),
    ],
    deferred: staffNames(locale),
  })),
  courierSheet: withPermission('orders_read', ({ locale, params }) => ({ settled: [adminOrderQuery(locale, params.code ?? '')] })),
  refunds: withPermission('orders_read', ({ locale, search }) => ({
    settled: [adminRefundsQuery(locale, choiceParam(REFUND_STATUSES, search) ?? 'requested', 1)],
  })),
  cashouts: withPermission('payouts_read', ({ locale, search }) => ({
    settled: [adminCashoutsQuery(locale, { isOpen: search.get('veziyyet') !== 'bitmis' }, 1)],
  })),
  auditor: withPermission('ledger_read', ({ locale, search }) => ({
    settled: [auditRunsQuery(locale), findingsQuery(locale, { isResolved: search.get('veziyyet') === 'duzelmis' }, 1)],
  })),
  campaigns: withPermission('promotions_read', ({ locale, search }) => ({
    settled: [adminCampaignsQuery(locale, choiceParam(CAMPAIGN_STATUSES, search), 1)],
  })),
  newCampaign: withPermission('promotions_read', ({ locale }) => ({ settled: [allStoresQuery(locale)] })),
  campaign: withPermission('promotions_read', ({ locale, params }) => ({
    settled: [allStoresQuery(locale), draftQuery(locale, params.id ?? '')],
  })),
  promos: withPermission('promotions_read', ({ locale, search }) => ({
    settled: [promosQuery(locale, promoFilter(search), 1), ...savedViews(locale)],
  })),
  newPromo: withPermission('promotions_read', ({ locale }) => ({ settled: [allStoresQuery(locale), treeQuery(locale)] })),
  promo: withPermission('promotions_read', ({ locale, params }) => ({
    settled: [allStoresQuery(locale), treeQuery(locale), citiesQuery(locale)],
    fresh: [promoQuery(locale, params.id ?? '')],
    deferred: staffNames(locale),
  })),
  categories: withPermission('products_read', ({ locale }) => ({ settled: [categoriesQuery(locale)] })),
  newCategory: withPermission('products_write', ({ locale }) => ({ settled: [categoriesQuery(locale)] })),
  category: withPermission('products_read', ({ locale, params }) => ({
    settled: [categoriesQuery(locale)],
    fresh: [categoryQuery(locale, params.id ?? '')],
  })),
  stores: withPermission('stores_read', ({ locale, search }) => ({
    settled: [
      storesQuery(locale, { state: choiceParam(STORE_STATES, search), text: search.get('axtaris') || undefined }),
      ...savedViews(locale),
    ],
  })),
  newStore: forStaff(() => ({})),
  store: withPermission('stores_read', ({ locale, params }) => ({ fresh: [storeQuery(locale, params.id ?? '')] })),
  zones: withPermission('rules_read', ({ locale }) => ({
    settled: [zonesQuery(locale), holidaysQuery(locale), citiesQuery(locale)],
    following: districtQueries(locale),
  })),
  newZone: withPermission('rules_write', ({ locale }) => ({
    settled: [zonesQuery(locale), citiesQuery(locale)],
    following: districtQueries(locale),
  })),
  zone: withPermission('rules_write', ({ locale, params }) => ({
    settled: [zonesQuery(locale), citiesQuery(locale)],
    fresh: [zoneQuery(locale, params.id ?? '')],
    following: districtQueries(locale),
  })),
  wholesale: withPermission('wholesale_read', ({ locale, search }) => ({
    settled: [
      adminListQuery(locale, { status: choiceParam(WHOLESALE_STATUSES, search), text: search.get('axtaris') || undefined }, 1),
      ...savedViews(locale),
    ],
  })),
  wholesaleRequest: withPermission('wholesale_read', ({ locale, params }) => ({ settled: [adminRequestQuery(locale, params.code ?? '')] })),
  tickets: withPermission('tickets_read', ({ locale, search }) => ({
    settled: [ticketViewQuery(locale, choiceParam(TICKET_VIEWS, search) ?? 'open'), ticketsQuery(locale, { status: 'open' })],
    deferred: staffNames(locale),
  })),
  homePage: withPermission('content_read', ({ locale }) => ({
    settled: [treeQuery(locale)],
    fresh: [homeVersionsQuery(locale, 1)],
    deferred: staffNames(locale),
  })),
  texts: withPermission('content_read', ({ locale }) => ({ settled: [textListQuery(locale)] })),
  text: withPermission('content_read', ({ locale, params, search }) => {
    const page = TEXTS.find((text) => text === params.page)
    return { fresh: page ? [versionsQuery(locale, page, choiceParam(LOCALES, search, 'dil') ?? FALLBACK, 1)] : [] }
  }),
  seo: withPermission('seo_read', ({ locale }) => ({ settled: [seoTextsQuery(locale)] })),
  seoText: withPermission('seo_read', ({ locale }) => ({ fresh: [seoTextsQuery(locale)] })),
  redirects: withPermission('seo_read', ({ locale, search }) => ({ settled: [redirectsQuery(locale, search.get('axtaris') ?? '', 1)] })),
  robots: withPermission('seo_read', ({ locale }) => ({ fresh: [robotsQuery(locale)] })),
  settings: withPermission('content_read', ({ locale }) => ({ fresh: [siteQuery(locale)] })),
  seller: withPermission('content_read', ({ locale }) => ({ fresh: [sellerQuery(locale)] })),
  rules: withPermission('rules_write', ({ locale }) => ({ settled: [treeQuery(locale)], fresh: [rulesQuery(locale)] })),
  staff: withPermission('staff_read', ({ locale }) => ({ settled: [staffQuery(locale), allStoresQuery(locale)] })),
  account: forStaff(({ locale }) => (isSignedIn() ? { settled: [secondFactorsQuery(locale), passkeysQuery(locale)] } : {})),
  searchRules: withPermission('searches_read', ({ locale, search }) => ({
    settled: [searchRulesQuery(locale, search.get('axtaris') ?? '', 1)],
  })),
  searches: withPermission('searches_read', ({ locale, search }) => ({ settled: [searchesQuery(locale, searchFilter(search), 1)] })),
  audit: withPermission('audit_read', ({ locale, search }) => ({
    settled: [auditQuery(locale, auditFilter(search)), ...(may('staff_read') ? [staffQuery(locale)] : []), ...savedViews(locale)],
  })),
  system: withPermission('system_read', ({ locale, search }) => ({
    settled: [systemQuery(locale), parkedQuery(locale, choiceParam(SERVICES, search, 'xidmet'))],
  })),
  // The search text is personal data, so it is not in the address, and nothing can be loaded before.
  customers: forStaff(() => ({})),
  customer: withPermission('customers_read', ({ locale, params }) => ({
    settled: [customerQuery(locale, params.id ?? ''), allStoresQuery(locale)],
  })),
  signIn: forStaff(() => ({})),
  reviews: withPermission('reviews_read', ({ locale, search }) => ({
    settled: [queueQuery(locale, choiceParam(REVIEW_STATES, search) ?? 'pending', 1)],
  })),
  imports: withPermission('products_read', ({ locale }) => ({ settled: [importsQuery(locale)] })),
  newImport: withPermission('products_read', ({ locale }) => ({ settled: [categoriesQuery(locale), storeChoicesQuery(locale)] })),
  import: withPermission('products_read', ({ locale, params }) => {
    const productImport = importQuery(locale, params.id ?? '')
    const categories = categoriesQuery(locale)
    return {
      settled: [categories, storeChoicesQuery(locale)],
      fresh: [productImport],
      following: (client) => {
        const loadedImport = client.getQueryData(productImport.queryKey)?.data
        const loadedCategories = client.getQueryData(categories.queryKey)?.data
        if (!loadedImport) return []
        const { id, categoryId, refused, kept } = loadedImport
        return [
          ...(refused > 0 ? [importErrorsQuery(locale, id)] : []),
          ...(kept > 0 ? [keptQuery(locale, id)] : []),
          ...(loadedCategories && categoryId !== undefined ? categoryChainQueries(locale, loadedCategories, categoryId) : []),
        ]
      },
    }
  }),
  products: withPermission('products_read', ({ locale, search }) => ({
    settled: [productsQuery(locale, productFilter(search)), categoriesQuery(locale), storeChoicesQuery(locale), ...savedViews(locale)],
  })),
  newProduct: withPermission('products_read', ({ locale }) => ({ settled: [categoriesQuery(locale), storeChoicesQuery(locale)] })),
  product: withPermission('products_read', ({ locale, params }) => {
    const product = productQuery(locale, params.id ?? '')
    const categories = categoriesQuery(locale)
    return {
      settled: [categories, storeChoicesQuery(locale), movementsQuery(locale, params.id ?? '')],
      fresh: [product],
      deferred: staffNames(locale),
      // The form has a field for each property that the product's category and its ancestors define.
      following: (client) => {
        const loadedProduct = client.getQueryData(product.queryKey)?.data
        const loadedCategories = client.getQueryData(categories.queryKey)?.data
        return loadedProduct && loadedCategories ? categoryChainQueries(locale, loadedCategories, loadedProduct.form.categoryId) : []
      },
    }
  }),
} satisfies Record<string, QueriesOfStaffPage>
