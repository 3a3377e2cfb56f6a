// From the list to a campaign and back: one chunk.
export * as list from './campaign-list'
export * as editor from './campaign-editor'
