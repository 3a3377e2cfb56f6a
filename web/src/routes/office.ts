// Small, alike, and few ever come here: one chunk.
export * as tickets from './office/tickets'
export * as texts from './office/texts'
export * as text from './office/text'
export * as seo from './office/seo'
export * as seoText from './office/seo-text'
export * as redirects from './office/redirects'
export * as robots from './office/robots'
