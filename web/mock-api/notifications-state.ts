// The notifications of the mock API, and the server-sent event streams that are open for them.
import type { Notification, NotificationPreferences } from '~shared/api/types'

/** Notifications of the mock's account, and its open streams. */
interface NotificationsState {
  preferences: NotificationPreferences
  /** The browsers that receive push messages. */
  pushes: { endpoint: string }[]
  /** Called with each event, one listener for each open stream. */
  listeners: Set<(event: string) => void>
  /** The `Last-Event-ID` of each stream request. */
  resumed: (string | null)[]
}

/** Returns how the account is notified of a topic. The choice of a fixed topic cannot be changed. */
const choice = (topic: NotificationPreferences['topics'][number]['topic'], isFixed = false) => ({
  topic,
  inApp: true,
  email: isFixed || topic === 'orders',
  sms: isFixed,
  push: isFixed,
  isFixed,
})

const fresh = (): NotificationsState => ({
  preferences: {
    topics: [choice('account', true), choice('orders'), choice('reminders'), choice('stores'), choice('favourites'), choice('reviews')],
    quietHours: { isOn: true, from: '22:00', until: '09:00' },
    digest: 'off',
    language: 'az',
  },
  pushes: [],
  listeners: new Set(),
  resumed: [],
})

export const notificationsState: NotificationsState = fresh()
export const resetNotifications = () => Object.assign(notificationsState, fresh())

/** Returns one server-sent event as text. */
const block = (event: string, data: unknown, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Returns the event with the number of unread notifications. */
export const countEvent = (unreadCount: number) => block('count', { unreadCount })

/** Sends a notification and the new count to all open streams. */
export function broadcastNotification(item: Notification, unreadCount: number) {
  for (const listener of notificationsState.listeners) {
    listener(block('notification', item, item.id))
    listener(countEvent(unreadCount))
  }
}
