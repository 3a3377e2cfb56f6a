// One chunk, because customers open one page after the other.
export * as ask from './wholesale/ask'
export * as request from './wholesale/request'
