// Puts both pages of wholesale into one chunk: they share form fields and texts, and customers open one after the other.
export * as ask from './wholesale/ask'
export * as request from './wholesale/request'
