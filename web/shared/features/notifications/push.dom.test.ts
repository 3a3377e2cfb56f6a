import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectSession } from '~shared/api/recovery'
import { BASE, problem } from '~mock/handlers/responses'
import { notificationsState } from '~mock/notifications-state'
import { server } from '~mock/server'
import { pushState, turnOff, turnOn } from './push'

const ENDPOINT = 'https://push.example/abc'
/** The fake browser does not check this key. */
const KEY = 'BNbXV6b6mJ3yXl0Jx7o3nqVqW1oPqkA'

let permissionAfterPrompt: NotificationPermission
let activeSubscription: object | null

function stubPushBrowser(permission: NotificationPermission) {
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      activeSubscription = null
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => activeSubscription,
    subscribe: async () => {
      activeSubscription = subscription
      return subscription
    },
  }
  const notificationApi = {
    permission,
    requestPermission: async () => {
      notificationApi.permission = permissionAfterPrompt
      return permissionAfterPrompt
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('Notification', notificationApi)
  vi.stubGlobal('PushManager', Object)
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
    }),
  )
}

beforeEach(() => {
  permissionAfterPrompt = 'granted'
  activeSubscription = null
  connectSession({ tokens: () => ({ accessToken: 'access-1', refreshToken: 'refresh-1' }), renewed: () => {}, lost: () => {} })
})
afterEach(() => vi.unstubAllGlobals())

describe('pushes to this browser', () => {
  it("are unsupported without the browser's API", async () => {
    expect(await pushState()).toBe('unsupported')
  })

  it('start with the permission, and register the subscription with the shop', async () => {
    stubPushBrowser('default')
    expect(await pushState()).toBe('off')
    expect(await turnOn('az', KEY)).toBe('on')
    expect(notificationsState.pushes).toEqual([{ endpoint: ENDPOINT, p256dh: 'p', auth: 'a' }])
    expect(await pushState()).toBe('on')
  })

  it('do not start without the permission', async () => {
    stubPushBrowser('default')
    permissionAfterPrompt = 'denied'
    expect(await turnOn('az', KEY)).toBe('denied')
    expect(notificationsState.pushes).toEqual([])
  })

  it('stay off in the browser when the shop cannot register them', async () => {
    stubPushBrowser('default')
    server.use(http.post(`${BASE}/notification/push`, () => problem(503, 'service_unavailable', 'Bir az sonra')))
    await expect(turnOn('az', KEY)).rejects.toThrow()
    expect(await pushState()).toBe('off')
  })

  it('end in the browser and in the shop', async () => {
    stubPushBrowser('granted')
    await turnOn('az', KEY)
    expect(await turnOff('az')).toBe('off')
    expect(notificationsState.pushes).toEqual([])
    expect(await pushState()).toBe('off')
  })
})
