import { call } from '~shared/api/http'
import type { Locale } from '~shared/i18n/locale'

/** What a browser says of pushes, before and after somebody was asked. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** A page without a worker would wait for one for ever. */
async function registration() {
  const known = await navigator.serviceWorker.getRegistration()
  return known && navigator.serviceWorker.ready
}

const subscription = async () => (await (await registration())?.pushManager.getSubscription()) ?? null

export async function pushState(): Promise<PushState> {
  if (!canPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/** Asks the person, then the browser, then tells the shop; ends where one of them says no. */
export async function turnOn(locale: Locale, key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const worker = await registration()
  if (!worker) return 'unsupported'
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await announce(locale, made)
  return 'on'
}

/** The shop is told first: a browser that forgot would leave it pushing to nobody. */
export async function turnOff(locale: Locale): Promise<PushState> {
  const known = await subscription()
  if (!known) return 'off'
  await call({ method: 'DELETE', path: '/notification/push', locale, body: { endpoint: known.endpoint } })
  await known.unsubscribe()
  return 'off'
}

function announce(locale: Locale, made: globalThis.PushSubscription) {
  const { endpoint, keys } = made.toJSON()
  return call({ method: 'POST', path: '/notification/push', locale, body: { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } })
}
