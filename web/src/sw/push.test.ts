import { beforeEach, describe, expect, it, vi } from 'vitest'
import { showPushes } from './push'

type Listener = (event: unknown) => void

const ORIGIN = 'https://sovqat.example'
let listeners: Record<string, Listener>
let work: Promise<unknown>[]
const showNotification = vi.fn(async () => {})
const openWindow = vi.fn(async () => null)
let pages: { url: string; focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> }[]

beforeEach(() => {
  listeners = {}
  work = []
  pages = []
  vi.clearAllMocks()
  showPushes({
    addEventListener: (kind: string, listener: Listener) => (listeners[kind] = listener),
    location: { origin: ORIGIN },
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
  } as unknown as Parameters<typeof showPushes>[0])
})

const waitUntil = (promise: Promise<unknown>) => void work.push(promise)
const receivePush = (payload: unknown) => listeners.push?.({ data: { json: () => payload }, waitUntil })
const pressNotification = async (data: string) => {
  listeners.notificationclick?.({ notification: { close: () => {}, data }, waitUntil })
  await Promise.all(work)
}

describe('a push', () => {
  it('is shown once, in its language, and opens its page in that language', () => {
    receivePush({ id: 12, title: 'Осенние букеты', text: '−20%', link: '/kampaniya/7', language: 'ru' })
    expect(showNotification).toHaveBeenCalledWith(
      'Осенние букеты',
      expect.objectContaining({ body: '−20%', tag: 'notification-12', lang: 'ru', data: `${ORIGIN}/ru/kampaniya/7` }),
    )
  })

  it.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', '/\\evil.example'])(
    'never opens an address outside the shop: %s',
    (link) => {
      receivePush({ title: 'a', text: 'b', link })
      const [, options] = showNotification.mock.calls[0] as unknown as [string, { data: string }]
      expect(new URL(options.data).origin).toBe(ORIGIN)
    },
  )

  it.each([null, 'text', { text: 'no title' }])('shows nothing for an unknown payload', (payload) => {
    receivePush(payload)
    expect(showNotification).not.toHaveBeenCalled()
  })

  it('navigates an open page of the shop, or opens a window', async () => {
    const navigate = vi.fn(async () => null)
    pages = [{ url: `${ORIGIN}/sebet`, focus: async () => {}, navigate }]
    await pressNotification(`${ORIGIN}/kampaniya/7`)
    expect(navigate).toHaveBeenCalledWith(`${ORIGIN}/kampaniya/7`)
    pages = []
    await pressNotification(`${ORIGIN}/kampaniya/8`)
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/kampaniya/8`)
  })
})
