// Operators go back and forth between these all day.
export * as orders from './desk/orders'
export * as order from './desk/order'
export * as courierSheet from './desk/courier-sheet'
export * as refunds from './desk/refunds'
export * as cashouts from './desk/cashouts'
export * as auditor from './desk/auditor'
export * as moderation from './desk/moderation'
