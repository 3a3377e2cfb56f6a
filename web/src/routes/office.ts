// Small, alike, and few ever come here: one chunk.
export * as tickets from './office/tickets'
