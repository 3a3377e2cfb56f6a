import { choiceParam } from '~admin/paths'
import { citiesQuery } from '~shared/features/addresses/queries'
import { useAuth } from '~shared/features/auth/store'
import { treeQuery } from '~shared/features/catalog/queries'
import { adminListQuery, adminRequestQuery, STATUSES as WHOLESALE_STATUSES } from '~shared/features/wholesale/queries'
import type { QueriesOfPage } from '~shared/frame/loading'
import { FALLBACK, LOCALES } from '~shared/i18n/locale'
import { queueQueries } from './areas'
import { auditRunsQuery, findingsQuery } from './features/auditor/queries'
import { adminCampaignsQuery, draftQuery, allStoresQuery, STATUSES as CAMPAIGN_STATUSES } from './features/campaigns/api'
import { adminCashoutsQuery } from './features/cashouts/api'
import {
  adminOrderCountQuery,
  adminOrderQuery,
  adminOrdersQuery,
  adminRefundsQuery,
  movesOf,
  PAYMENTS,
  REFUND_STATUSES,
  STATUSES,
} from './features/orders/api'
import { promoQuery, promosQuery, STATUSES as PROMO_STATUSES } from './features/promos/api'
import { redirectsQuery } from './features/redirects/api'
import { queueQuery, STATES as REVIEW_STATES } from './features/reviews/api'
import { robotsQuery, seoTextsQuery } from './features/seo/api'
import { sellerQuery, rulesQuery, siteQuery } from './features/settings/api'
import { headsQuery, TEXTS, versionsQuery } from './features/texts/api'
import { TICKET_STATUSES, ticketsQuery } from './features/tickets/api'

/** Queries nothing for other users, whom the server refuses; the page shows a message. */
const forOperators =
  (queriesOf: QueriesOfPage): QueriesOfPage =>
  (context) =>
    useAuth.getState().user?.roles.includes('operator') ? queriesOf(context) : {}

const order = forOperators(({ locale, params }) => ({ settled: [adminOrderQuery(locale, params.code ?? '')] }))

/** Queries that each page of the back office reads. */
export const pageQueries = {
  home: forOperators(({ locale }) => ({ settled: queueQueries(locale) })),
  orders: forOperators(({ locale, search }) => {
    const code = search.get('kod')
    const filter = code ? { code } : { status: choiceParam(STATUSES, search), payment: choiceParam(PAYMENTS, search, 'odenis') }
    const open = STATUSES.filter((status) => movesOf(status).length > 0)
    return { settled: [adminOrdersQuery(locale, filter, 1), ...open.map((status) => adminOrderCountQuery(locale, status))] }
  }),
  order,
  courierSheet: order,
  refunds: forOperators(({ locale, search }) => ({
    settled: [adminRefundsQuery(locale, choiceParam(REFUND_STATUSES, search) ?? 'requested', 1)],
  })),
  cashouts: forOperators(({ locale, search }) => ({
    settled: [adminCashoutsQuery(locale, { isOpen: search.get('veziyyet') !== 'bitmis' }, 1)],
  })),
  auditor: forOperators(({ locale, search }) => ({
    settled: [auditRunsQuery(locale), findingsQuery(locale, { isResolved: search.get('veziyyet') === 'duzelmis' }, 1)],
  })),
  campaigns: forOperators(({ locale, search }) => ({ settled: [adminCampaignsQuery(locale, choiceParam(CAMPAIGN_STATUSES, search), 1)] })),
  newCampaign: forOperators(({ locale }) => ({ settled: [allStoresQuery(locale)] })),
  campaign: forOperators(({ locale, params }) => ({ settled: [allStoresQuery(locale), draftQuery(locale, params.id ?? '')] })),
  promos: forOperators(({ locale, search }) => ({
    settled: [promosQuery(locale, { status: choiceParam(PROMO_STATUSES, search), code: search.get('kod') || undefined }, 1)],
  })),
  newPromo: forOperators(({ locale }) => ({ settled: [allStoresQuery(locale), treeQuery(locale)] })),
  promo: forOperators(({ locale, params }) => ({
    settled: [allStoresQuery(locale), treeQuery(locale), citiesQuery(locale)],
    fresh: [promoQuery(locale, params.id ?? '')],
  })),
  wholesale: forOperators(({ locale, search }) => ({
    settled: [adminListQuery(locale, { status: choiceParam(WHOLESALE_STATUSES, search), text: search.get('axtaris') || undefined }, 1)],
  })),
  wholesaleRequest: forOperators(({ locale, params }) => ({ settled: [adminRequestQuery(locale, params.code ?? '')] })),
  tickets: forOperators(({ locale, search }) => ({
    settled: [ticketsQuery(locale, choiceParam(TICKET_STATUSES, search) ?? 'open', 1), ticketsQuery(locale, 'open', 1)],
  })),
  texts: forOperators(({ locale }) => ({ settled: [headsQuery(locale)] })),
  text: forOperators(({ locale, params, search }) => {
    const page = TEXTS.find((text) => text === params.page)
    return { fresh: page ? [versionsQuery(locale, page, choiceParam(LOCALES, search, 'dil') ?? FALLBACK, 1)] : [] }
  }),
  seo: forOperators(({ locale }) => ({ settled: [seoTextsQuery(locale)] })),
  seoText: forOperators(({ locale }) => ({ fresh: [seoTextsQuery(locale)] })),
  redirects: forOperators(({ locale, search }) => ({ settled: [redirectsQuery(locale, search.get('axtaris') ?? '', 1)] })),
  robots: forOperators(({ locale }) => ({ fresh: [robotsQuery(locale)] })),
  settings: forOperators(({ locale }) => ({ fresh: [siteQuery(locale)] })),
  seller: forOperators(({ locale }) => ({ fresh: [sellerQuery(locale)] })),
  rules: forOperators(({ locale }) => ({ settled: [treeQuery(locale)], fresh: [rulesQuery(locale)] })),
  reviews: forOperators(({ locale, search }) => ({ settled: [queueQuery(locale, choiceParam(REVIEW_STATES, search) ?? 'pending', 1)] })),
} satisfies Record<string, QueriesOfPage>
