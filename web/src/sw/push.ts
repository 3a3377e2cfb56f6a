// The service worker's push notifications.

interface PushPayload {
  id?: number
  title: string
  text: string
  /** Without language prefix. */
  link?: string
  language?: string
}

// TypeScript's own types of service workers conflict with those of pages.
interface LifecycleEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface PushEvent extends LifecycleEvent {
  readonly data: { json: () => unknown } | null
}
interface PressEvent extends LifecycleEvent {
  readonly notification: Notification
}
interface OpenPage {
  readonly url: string
  focus: () => Promise<OpenPage>
  navigate: (url: string) => Promise<OpenPage | null>
}
interface Scope {
  addEventListener(kind: 'push', listener: (event: PushEvent) => void): void
  addEventListener(kind: 'notificationclick', listener: (event: PressEvent) => void): void
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<OpenPage[]>
    openWindow: (url: string) => Promise<OpenPage | null>
  }
}

const ICON = '/icon-192.png'

const isPayload = (payload: unknown): payload is PushPayload =>
  typeof payload === 'object' && payload !== null && 'title' in payload && typeof payload.title === 'string' && 'text' in payload

const prefixOf = (language: string | undefined) => (language === 'ru' || language === 'en' ? `/${language}` : '')

/** Only paths of the shop are allowed, because a push may come from elsewhere. */
function addressOf({ link = '/', language }: PushPayload, origin: string): string {
  const url = new URL(`${prefixOf(language)}${link.startsWith('/') ? link : '/'}`, origin)
  return url.origin === origin ? url.href : `${origin}/`
}

export function showPushes(worker: Scope) {
  const { origin } = worker.location

  worker.addEventListener('push', (event) => {
    let payload: unknown
    try {
      payload = event.data?.json()
    } catch {
      // The payload is not from the shop.
    }
    if (!isPayload(payload)) return
    event.waitUntil(
      worker.registration.showNotification(payload.title, {
        body: payload.text,
        icon: ICON,
        badge: ICON,
        // The tag replaces an earlier copy of the same notification.
        ...(payload.id !== undefined && { tag: `notification-${payload.id}` }),
        ...(payload.language && { lang: payload.language }),
        data: addressOf(payload, origin),
      }),
    )
  })

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const address = String(event.notification.data ?? `${origin}/`)
    const open = async () => {
      const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const page = pages.find(({ url }) => new URL(url).origin === origin)
      if (!page) return worker.clients.openWindow(address)
      await page.focus()
      // A page that this worker does not control cannot be navigated.
      return page.navigate(address).catch(() => worker.clients.openWindow(address))
    }
    event.waitUntil(open())
  })
}

if ('registration' in globalThis) showPushes(globalThis as unknown as Scope)
