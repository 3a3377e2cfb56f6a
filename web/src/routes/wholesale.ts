// Both pages of wholesale share their form fields and texts, and one follows the other.
export * as ask from './wholesale/ask'
export * as request from './wholesale/request'
