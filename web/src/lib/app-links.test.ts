import { expect, it } from 'vitest'
import { appStoreFor, isMobile } from './app-links'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const links = { androidUrl: 'https://play.example', iosUrl: 'https://apps.example' }

it('returns the store of the device, by default the Android one', () => {
  expect([IPHONE, PIXEL, LAPTOP].map((agent) => appStoreFor(agent, links))).toEqual([links.iosUrl, links.androidUrl, links.androidUrl])
})

it('returns nothing without an app', () => {
  expect(appStoreFor(IPHONE, { ...links, iosUrl: '' })).toBe('')
})

it('recognises a phone', () => {
  expect([IPHONE, PIXEL, LAPTOP].map(isMobile)).toEqual([true, true, false])
})
