// Small, alike, and few ever come here: one chunk.
export * as tickets from './office/tickets'
export * as texts from './office/texts'
export * as text from './office/text'
