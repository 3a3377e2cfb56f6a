import { call } from '~shared/api/http'
import type { Locale } from '~shared/i18n/locale'

/** Push support of the browser, and whether the person has allowed it. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Checks for a worker first: on a page without one, `ready` never resolves. */
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

/** Asks the person, subscribes the browser, then registers it with the shop. Stops at the first refusal. */
export async function turnOn(locale: Locale, key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const worker = await registration()
  if (!worker) return 'unsupported'
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await announce(locale, made)
  return 'on'
}

/** Tells the shop first: otherwise it would push to a browser that has forgotten the subscription. */
export async function turnOff(locale: Locale): Promise<PushState> {
  const existing = await subscription()
  if (!existing) return 'off'
  await call({ method: 'DELETE', path: '/notification/push', locale, body: { endpoint: existing.endpoint } })
  await existing.unsubscribe()
  return 'off'
}

function announce(locale: Locale, made: globalThis.PushSubscription) {
  const { endpoint, keys } = made.toJSON()
  return call({ method: 'POST', path: '/notification/push', locale, body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } })
}
