// Puts the order history, the order and the receipt into one chunk, because shoppers open one after the other.
export * as history from './orders/history'
export * as order from './orders/order'
export * as receipt from './orders/receipt'
