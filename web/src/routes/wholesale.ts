// Both pages of wholesale are one chunk: they share form fields and texts, and follow each other.
export * as ask from './wholesale/ask'
export * as request from './wholesale/request'
