// The state of the mock API that several handlers share. The rest is in the `*-state.ts` files.
import type { Notification, Schemas } from '~shared/api/types'
import { resetAuditLog } from './audit-log-state'
import { resetAudit } from './auditor-state'
import { resetBonuses } from './bonuses-state'
import { resetCategoryDesk } from './category-desk-state'
import { resetCheckout } from './checkout-state'
import { resetCashouts } from './cashouts-state'
import { resetCustomers } from './customers-state'
import { resetDashboard } from './dashboard-state'
import { resetEarnings } from './earnings-state'
import { resetHome } from './home-state'
import { resetImportDesk } from './import-desk-state'
import { resetLists } from './lists-state'
import { resetNotifications } from './notifications-state'
import { resetOrders } from './orders-state'
import { resetProductDesk } from './product-desk-state'
import { resetProfile } from './profile-state'
import { resetPromos } from './promos-state'
import { resetReviews } from './reviews-state'
import { resetSavedViews } from './saved-views-state'
import { resetSearchRules } from './search-rules-state'
import { resetSeo } from './seo-state'
import { resetPromiseRules } from './promise-rules-state'
import { resetSettings } from './settings-state'
import { resetStoreDesk } from './store-desk-state'
import { resetStores } from './stores-state'
import { resetZoneDesk } from './zone-desk-state'
import { resetTexts } from './texts-state'
import { resetStaffSession } from './staff-session-state'
import { resetStaff } from './staff-state'
import { resetSystem } from './system-state'
import { resetTickets } from './tickets-state'

interface CartLine {
  productId: number
  sizeId?: number
  count: number
}

interface State {
  accessToken: string
  refreshToken: string
  /** The favourite products. */
  liked: Set<number>
  cart: CartLine[]
  /** Merged carts of guests, by idempotency key. */
  merges: Map<string, { body: string; lines: Schemas['MergedLine'][] }>
  notifications: Notification[]
  /** The search results that the app has reported as opened. */
  opened: unknown[]
  /** The number of refreshes of the shop's session. */
  refreshes: number
  /** The last one-time code. `tries` are wrong attempts. */
  otp: { phoneNumber: string; tries: number } | null
}

const HOUR_MS = 3600_000
/** Three pages of notifications, of which the newest three are unread. */
const NOTIFICATION_COUNT = 26
const UNREAD_COUNT = 3

const fresh = (): State => ({
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  liked: new Set(),
  cart: [],
  merges: new Map(),
  opened: [],
  refreshes: 0,
  otp: null,
  notifications: Array.from({ length: NOTIFICATION_COUNT }, (_, index) => ({
    id: NOTIFICATION_COUNT - index,
    kind: 'welcome',
    title: index === 0 ? 'Sovqat-a xoş gəldiniz' : 'Yeni hədiyyələr gəldi',
    text: 'Sevdiklərinizi sevindirmək üçün yeni seçimlərimizə baxın.',
    link: '/yeni-mehsullar',
    hasViewed: index >= UNREAD_COUNT,
    createdAt: new Date(Date.now() - index * 9 * HOUR_MS).toISOString(),
  })),
})

export const state: State = fresh()

export function resetState() {
  Object.assign(state, fresh())
  resetAuditLog()
  resetAudit()
  resetBonuses()
  resetCategoryDesk()
  resetCheckout()
  resetCashouts()
  resetCustomers()
  resetDashboard()
  resetEarnings()
  resetHome()
  resetImportDesk()
  resetLists()
  resetNotifications()
  resetOrders()
  resetProductDesk()
  resetProfile()
  resetPromos()
  resetReviews()
  resetSavedViews()
  resetSearchRules()
  resetSeo()
  resetPromiseRules()
  resetSettings()
  resetStoreDesk()
  resetStores()
  resetZoneDesk()
  resetTexts()
  resetStaff()
  resetSystem()
  resetStaffSession()
  resetTickets()
}
