import { accountHandlers } from './account'
import { cartHandlers } from './cart'
import { catalogueHandlers } from './catalogue'
import { contentHandlers } from './content'

// Favourites before products: `/product/likes` would otherwise be a product called likes.
export const handlers = [...accountHandlers, ...cartHandlers, ...contentHandlers, ...catalogueHandlers]
