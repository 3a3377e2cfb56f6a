import { accountHandlers } from './account'
import { auditLogHandlers } from './audit-log'
import { auditorHandlers } from './auditor'
import { authHandlers } from './auth'
import { bonusHandlers } from './bonuses'
import { cartHandlers } from './cart'
import { cashoutHandlers } from './cashouts'
import { catalogueHandlers } from './catalogue'
import { categoryDeskHandlers } from './category-desk'
import { checkoutHandlers } from './checkout'
import { contentHandlers } from './content'
import { customerHandlers } from './customers'
import { dashboardHandlers } from './dashboard'
import { earningsHandlers } from './earnings'
import { homeHandlers } from './home'
import { importDeskHandlers } from './import-desk'
import { listHandlers } from './lists'
import { notificationHandlers } from './notifications'
import { orderHandlers } from './orders'
import { phoneOrderHandlers } from './phone-orders'
import { pictureHandlers } from './pictures'
import { productDeskHandlers } from './product-desk'
import { profileHandlers } from './profile'
import { promiseHandlers } from './promises'
import { promoHandlers } from './promos'
import { reviewHandlers } from './reviews'
import { savedViewHandlers } from './saved-views'
import { searchHandlers } from './search'
import { securityHandlers } from './security'
import { seoHandlers } from './seo'
import { settingsHandlers } from './settings'
import { staffHandlers } from './staff'
import { secondFactorHandlers, staffSessionHandlers } from './staff-session'
import { storeDeskHandlers } from './store-desk'
import { storeHandlers } from './stores'
import { systemHandlers } from './system'
import { textHandlers } from './texts'
import { ticketHandlers } from './tickets'
import { wholesaleHandlers } from './wholesale'
import { zoneDeskHandlers } from './zone-desk'

// The first handler that matches answers, so `/product/likes`, `/product/suggest` and `/content/contact` stand before `/product/{product}`
// and `/content/{page}`.
export const handlers = [
  ...accountHandlers,
  ...auditLogHandlers,
  ...auditorHandlers,
  ...authHandlers,
  ...bonusHandlers,
  ...cartHandlers,
  ...cashoutHandlers,
  ...categoryDeskHandlers,
  ...checkoutHandlers,
  ...customerHandlers,
  ...dashboardHandlers,
  ...earningsHandlers,
  ...homeHandlers,
  ...importDeskHandlers,
  ...listHandlers,
  ...notificationHandlers,
  ...orderHandlers,
  ...phoneOrderHandlers,
  ...pictureHandlers,
  ...productDeskHandlers,
  ...profileHandlers,
  ...settingsHandlers,
  ...contentHandlers,
  ...promiseHandlers,
  ...promoHandlers,
  ...reviewHandlers,
  ...savedViewHandlers,
  ...searchHandlers,
  ...securityHandlers,
  ...seoHandlers,
  ...secondFactorHandlers,
  ...staffHandlers,
  ...staffSessionHandlers,
  ...storeDeskHandlers,
  ...storeHandlers,
  ...systemHandlers,
  ...textHandlers,
  ...ticketHandlers,
  ...wholesaleHandlers,
  ...zoneDeskHandlers,
  ...catalogueHandlers,
]
