// Order history, order and receipt are one chunk, because they follow each other.
export * as history from './orders/history'
export * as order from './orders/order'
export * as receipt from './orders/receipt'
