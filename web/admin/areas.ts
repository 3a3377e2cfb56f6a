import {
  BadgePercent,
  Boxes,
  ClipboardCheck,
  CreditCard,
  FileText,
  type LucideIcon,
  Mail,
  PackageSearch,
  Search,
  SearchCheck,
  Settings,
  TicketPercent,
  Undo2,
} from 'lucide-react'
import { findingsQuery } from './features/auditor/queries'
import { adminCashoutsQuery } from './features/cashouts/api'
import { adminOrdersQuery, adminRefundsQuery } from './features/orders/api'
import { queueQuery } from './features/reviews/api'
import { ticketsQuery } from './features/tickets/api'
import { adminPaths } from '~admin/paths'
import { adminListQuery } from '~shared/features/wholesale/queries'
import type { Locale } from '~shared/i18n/locale'

/** Lists with entries that wait for an operator. Each query is the first page of its area, so opening the area sends no other request. */
const QUEUES = {
  orders: (locale: Locale) => adminOrdersQuery(locale, { status: 'waiting' }, 1),
  refunds: (locale: Locale) => adminRefundsQuery(locale, 'requested', 1),
  wholesale: (locale: Locale) => adminListQuery(locale, { status: 'requested' }, 1),
  cashouts: (locale: Locale) => adminCashoutsQuery(locale, { isOpen: true }, 1),
  reviews: (locale: Locale) => queueQuery(locale, 'pending', 1),
  tickets: (locale: Locale) => ticketsQuery(locale, 'open', 1),
  auditor: (locale: Locale) => findingsQuery(locale, { isResolved: false }, 1),
}

type QueueArea = keyof typeof QUEUES

export const AREAS_WITH_QUEUE = Object.keys(QUEUES) as QueueArea[]
export const queueQueries = (locale: Locale) => AREAS_WITH_QUEUE.map((area) => QUEUES[area](locale))

interface Area {
  id: QueueArea | 'campaigns' | 'promos' | 'texts' | 'seo' | 'settings'
  to: string
  Icon: LucideIcon
}

/** Areas of the back office, grouped as in the home page and the menu. */
export const GROUPS: { id: 'orders' | 'people' | 'shop'; areas: Area[] }[] = [
  {
    id: 'orders',
    areas: [
      { id: 'orders', to: adminPaths.orders(), Icon: PackageSearch },
      { id: 'refunds', to: adminPaths.refunds(), Icon: Undo2 },
      { id: 'wholesale', to: adminPaths.wholesale(), Icon: Boxes },
      { id: 'cashouts', to: adminPaths.cashouts(), Icon: CreditCard },
      { id: 'auditor', to: adminPaths.auditor(), Icon: SearchCheck },
    ],
  },
  {
    id: 'people',
    areas: [
      { id: 'reviews', to: adminPaths.reviews(), Icon: ClipboardCheck },
      { id: 'tickets', to: adminPaths.tickets(), Icon: Mail },
    ],
  },
  {
    id: 'shop',
    areas: [
      { id: 'campaigns', to: adminPaths.campaigns(), Icon: BadgePercent },
      { id: 'promos', to: adminPaths.promos(), Icon: TicketPercent },
      { id: 'texts', to: adminPaths.texts(), Icon: FileText },
      { id: 'seo', to: adminPaths.seo(), Icon: Search },
      { id: 'settings', to: adminPaths.settings(), Icon: Settings },
    ],
  },
]
