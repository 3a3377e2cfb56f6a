import { call } from '~shared/api/http'
import type { Locale } from '~shared/i18n/locale'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Without a registered service worker, `ready` would never resolve. */
async function registration() {
  const existing = await navigator.serviceWorker.getRegistration()
  return existing && navigator.serviceWorker.ready
}

const subscription = async () => (await (await registration())?.pushManager.getSubscription()) ?? null

export async function pushState(): Promise<PushState> {
  if (!canPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/** `vapidKey` is the shop's public key for pushes. */
export async function turnOn(locale: Locale, vapidKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const worker = await registration()
  if (!worker) return 'unsupported'
  const newSubscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey })
  try {
    await register(locale, newSubscription)
  } catch (error) {
    // Otherwise, the page would show pushes as on, but the shop would send none.
    await newSubscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** If the shop cannot be reached, the subscription stays, so that turning it off can be tried again. */
export async function turnOff(locale: Locale): Promise<PushState> {
  const existing = await subscription()
  if (!existing) return 'off'
  await call({ method: 'DELETE', path: '/notification/push', locale, body: { endpoint: existing.endpoint } })
  await existing.unsubscribe()
  return 'off'
}

function register(locale: Locale, newSubscription: PushSubscription) {
  const { endpoint, keys } = newSubscription.toJSON()
  return call({ method: 'POST', path: '/notification/push', locale, body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } })
}
