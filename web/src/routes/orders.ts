// From the history to an order to its receipt, and back: one chunk.
export * as history from './orders/history'
export * as order from './orders/order'
export * as receipt from './orders/receipt'
