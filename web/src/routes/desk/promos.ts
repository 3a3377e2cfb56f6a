// From the list to a code and back: one chunk.
export * as list from './promo-list'
export * as editor from './promo-editor'
