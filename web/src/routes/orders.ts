// One chunk, because shoppers open these pages one after the other.
export * as history from './orders/history'
export * as order from './orders/order'
export * as receipt from './orders/receipt'
