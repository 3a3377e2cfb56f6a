// What is cheaper: campaigns of stores and promo codes. From a list to one of it and back: one chunk.
export * as list from './campaign-list'
export * as editor from './campaign-editor'
export * as promoList from './promo-list'
export * as promoEditor from './promo-editor'
