import { accountHandlers } from './account'
import { authHandlers } from './auth'
import { cartHandlers } from './cart'
import { catalogueHandlers } from './catalogue'
import { checkoutHandlers } from './checkout'
import { contentHandlers } from './content'
import { listHandlers } from './lists'
import { notificationHandlers } from './notifications'
import { orderHandlers } from './orders'
import { profileHandlers } from './profile'
import { reviewHandlers } from './reviews'
import { searchHandlers } from './search'
import { seoHandlers } from './seo'
import { storeHandlers } from './stores'
import { textHandlers } from './texts'
import { ticketHandlers } from './tickets'

// Favourites and suggestions before products: `/product/likes` would otherwise be a product called likes.
export const handlers = [
  ...accountHandlers,
  ...authHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...listHandlers,
  ...notificationHandlers,
  ...orderHandlers,
  ...profileHandlers,
  ...contentHandlers,
  ...reviewHandlers,
  ...searchHandlers,
  ...seoHandlers,
  ...storeHandlers,
  ...textHandlers,
  ...ticketHandlers,
  ...catalogueHandlers,
]
