import { accountHandlers } from './account'
import { authHandlers } from './auth'
import { cartHandlers } from './cart'
import { catalogueHandlers } from './catalogue'
import { contentHandlers } from './content'
import { profileHandlers } from './profile'

// Favourites before products: `/product/likes` would otherwise be a product called likes.
export const handlers = [...accountHandlers, ...authHandlers, ...cartHandlers, ...profileHandlers, ...contentHandlers, ...catalogueHandlers]
