// The areas of the back office, shown in its menu and on its home page. An area may have a queue: entries that wait for an operator.
import {
  Activity,
  BadgePercent,
  Boxes,
  ClipboardCheck,
  ContactRound,
  CreditCard,
  FileText,
  FileUp,
  FolderTree,
  History,
  LayoutTemplate,
  type LucideIcon,
  Mail,
  MapPinned,
  Package,
  PackageSearch,
  ScanSearch,
  Search,
  SearchCheck,
  Settings,
  Store,
  TicketPercent,
  Truck,
  Undo2,
  Users,
} from 'lucide-react'
import { findingsQuery } from './features/auditor/queries'
import { adminCashoutsQuery } from './features/cashouts/api'
import { adminRefundsQuery, orderCountsQuery, type StatusCount } from './features/orders/api'
import { queueQuery } from './features/reviews/api'
import { ticketsQuery } from './features/tickets/api'
import { useDefaultSearches } from '~admin/lib/saved-views'
import { adminPaths } from '~admin/paths'
import { may, useMay } from '~admin/session/access'
import type { PageMeta } from '~shared/api/types'
import type { Permission } from '~shared/features/auth/permissions'
import { adminListQuery } from '~shared/features/wholesale/queries'
import type { Locale } from '~shared/i18n/locale'

/** Each query equals that of the area's page, so opening the area uses the cached response. */
const QUEUES = {
  orders: { needs: 'orders_read', query: (locale: Locale) => orderCountsQuery(locale) },
  refunds: { needs: 'orders_read', query: (locale: Locale) => adminRefundsQuery(locale, 'requested', 1) },
  wholesale: { needs: 'wholesale_read', query: (locale: Locale) => adminListQuery(locale, { status: 'requested' }, 1) },
  cashouts: { needs: 'payouts_read', query: (locale: Locale) => adminCashoutsQuery(locale, { isOpen: true }, 1) },
  reviews: { needs: 'reviews_read', query: (locale: Locale) => queueQuery(locale, 'pending', 1) },
  tickets: { needs: 'tickets_read', query: (locale: Locale) => ticketsQuery(locale, { status: 'open' }) },
  auditor: { needs: 'ledger_read', query: (locale: Locale) => findingsQuery(locale, { isResolved: false }, 1) },
} satisfies Record<string, { needs: Permission; query: (locale: Locale) => unknown }>

type QueueArea = keyof typeof QUEUES

export const queueAreas = () => (Object.keys(QUEUES) as QueueArea[]).filter((area) => may(QUEUES[area].needs))
/** Returns the queries in the order of `queueAreas`. */
export const queueQueries = (locale: Locale) => queueAreas().map((area) => QUEUES[area].query(locale))

type QueueResponse = { meta: PageMeta } | { data: StatusCount[] }

/** Returns how many entries of a queue wait. Of the orders, only those to be confirmed (`waiting`) count. */
export const waitingCount = (response: QueueResponse): number =>
  'meta' in response ? response.meta.total : (response.data.find(({ status }) => status === 'waiting')?.count ?? 0)

interface Area {
  id:
    | QueueArea
    | 'deliveries'
    | 'zones'
    | 'products'
    | 'categories'
    | 'imports'
    | 'stores'
    | 'campaigns'
    | 'promos'
    | 'searches'
    | 'homePage'
    | 'texts'
    | 'seo'
    | 'settings'
    | 'staff'
    | 'customers'
    | 'audit'
    | 'system'
  to: string
  Icon: LucideIcon
  needs: Permission
}

const GROUPS: { id: 'orders' | 'people' | 'shop'; areas: Area[] }[] = [
  {
    id: 'orders',
    areas: [
      { id: 'orders', to: adminPaths.orders(), Icon: PackageSearch, needs: 'orders_read' },
      { id: 'deliveries', to: adminPaths.deliveries(), Icon: Truck, needs: 'orders_read' },
      { id: 'zones', to: adminPaths.zones(), Icon: MapPinned, needs: 'rules_read' },
      { id: 'refunds', to: adminPaths.refunds(), Icon: Undo2, needs: 'orders_read' },
      { id: 'wholesale', to: adminPaths.wholesale(), Icon: Boxes, needs: 'wholesale_read' },
      { id: 'cashouts', to: adminPaths.cashouts(), Icon: CreditCard, needs: 'payouts_read' },
      { id: 'auditor', to: adminPaths.auditor(), Icon: SearchCheck, needs: 'ledger_read' },
    ],
  },
  {
    id: 'people',
    areas: [
      { id: 'customers', to: adminPaths.customers(), Icon: ContactRound, needs: 'customers_read' },
      { id: 'reviews', to: adminPaths.reviews(), Icon: ClipboardCheck, needs: 'reviews_read' },
      { id: 'tickets', to: adminPaths.tickets(), Icon: Mail, needs: 'tickets_read' },
    ],
  },
  {
    id: 'shop',
    areas: [
      { id: 'products', to: adminPaths.products(), Icon: Package, needs: 'products_read' },
      { id: 'categories', to: adminPaths.categories(), Icon: FolderTree, needs: 'products_read' },
      { id: 'imports', to: adminPaths.imports(), Icon: FileUp, needs: 'products_read' },
      { id: 'stores', to: adminPaths.stores(), Icon: Store, needs: 'stores_read' },
      { id: 'campaigns', to: adminPaths.campaigns(), Icon: BadgePercent, needs: 'promotions_read' },
      { id: 'promos', to: adminPaths.promos(), Icon: TicketPercent, needs: 'promotions_read' },
      { id: 'searches', to: adminPaths.searches(), Icon: ScanSearch, needs: 'searches_read' },
      { id: 'homePage', to: adminPaths.homePage(), Icon: LayoutTemplate, needs: 'content_read' },
      { id: 'texts', to: adminPaths.texts(), Icon: FileText, needs: 'content_read' },
      { id: 'seo', to: adminPaths.seo(), Icon: Search, needs: 'seo_read' },
      { id: 'settings', to: adminPaths.settings(), Icon: Settings, needs: 'content_read' },
      { id: 'staff', to: adminPaths.staff(), Icon: Users, needs: 'staff_read' },
      { id: 'audit', to: adminPaths.audit(), Icon: History, needs: 'audit_read' },
      { id: 'system', to: adminPaths.system(), Icon: Activity, needs: 'system_read' },
    ],
  },
]

/** Returns the areas that the user may open. An area whose list has a default saved view links to that view. */
export const useGroups = () => {
  const may = useMay()
  const searches = useDefaultSearches()
  const withDefaultView = (area: Area): Area => (searches[area.id] ? { ...area, to: `${area.to}?${searches[area.id]}` } : area)
  const groups = GROUPS.map((group) => ({ ...group, areas: group.areas.filter(({ needs }) => may(needs)).map(withDefaultView) }))
  return groups.filter(({ areas }) => areas.length > 0)
}
