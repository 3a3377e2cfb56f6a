// Operators go back and forth between these all day.
export * as list from './wholesale-list'
export * as request from './wholesale-request'
