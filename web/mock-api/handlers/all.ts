import { accountHandlers } from './account'
import { authHandlers } from './auth'
import { cartHandlers } from './cart'
import { catalogueHandlers } from './catalogue'
import { checkoutHandlers } from './checkout'
import { contentHandlers } from './content'
import { listHandlers } from './lists'
import { profileHandlers } from './profile'
import { reviewHandlers } from './reviews'
import { searchHandlers } from './search'

// Favourites and suggestions before products: `/product/likes` would otherwise be a product called likes.
export const handlers = [
  ...accountHandlers,
  ...authHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...listHandlers,
  ...profileHandlers,
  ...contentHandlers,
  ...reviewHandlers,
  ...searchHandlers,
  ...catalogueHandlers,
]
