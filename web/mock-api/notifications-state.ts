import type { Notification, NotificationPreferences } from '~shared/api/types'

interface NotificationsState {
  preferences: NotificationPreferences
  pushes: { endpoint: string }[]
  /** There is one listener for each open stream. */
  listeners: Set<(event: string) => void>
  /** The `Last-Event-ID` of each stream request. */
  resumed: (string | null)[]
}

/** The choice of a fixed topic cannot be changed. */
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

const serverSentEvent = (event: string, data: unknown, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export const countEvent = (unreadCount: number) => serverSentEvent('count', { unreadCount })

export function broadcastNotification(item: Notification, unreadCount: number) {
  for (const listener of notificationsState.listeners) {
    listener(serverSentEvent('notification', item, item.id))
    listener(countEvent(unreadCount))
  }
}
