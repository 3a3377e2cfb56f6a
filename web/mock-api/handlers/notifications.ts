import { HttpResponse } from 'msw'
import { countEvent, notificationsState } from '../notifications-state'
import { state } from '../state'
import { ok, paged, problem, refuse } from './responses'
import { on } from './contract'

const unread = () => state.notifications.filter((notification) => !notification.hasViewed).length

/** Streams the current unread count and every later event. */
function stream(signal: AbortSignal) {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (event: string) => controller.enqueue(encoder.encode(event))
      notificationsState.listeners.add(send)
      signal.addEventListener('abort', () => notificationsState.listeners.delete(send))
      send(countEvent(unread()))
    },
  })
  return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
}

export const notificationHandlers = [
  on('get', '/notification/all', ({ request }) => {
    const { items, meta } = paged(request, state.notifications, 12)
    return refuse(request) ?? ok(items, meta)
  }),
  on('get', '/notification/count', ({ request }) => refuse(request) ?? ok({ count: unread() })),
  on('get', '/notification/read/{id}', ({ request, params }) => {
    const item = state.notifications.find(({ id }) => String(id) === params.id)
    if (item) item.hasViewed = true
    return refuse(request) ?? (item ? ok(item) : problem(404, 'notification_not_found', 'Bildiriş tapılmadı'))
  }),
  on('post', '/notification/read-all', ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    for (const item of state.notifications) item.hasViewed = true
    return ok({ count: 0 })
  }),
  on('get', '/notification/stream', ({ request }) => {
    notificationsState.resumed.push(request.headers.get('last-event-id'))
    return refuse(request) ?? stream(request.signal)
  }),
  on('get', '/notification/preferences', ({ request }) => refuse(request) ?? ok(notificationsState.preferences)),
  on('put', '/notification/preferences', async ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    notificationsState.preferences = await request.json()
    return ok(notificationsState.preferences)
  }),
  on('post', '/notification/unsubscribe', ({ request }) => {
    const token = new URL(request.url).searchParams.get('token')
    return token === 'good' ? ok({ topic: 'stores', channel: 'email' }) : problem(404, 'token_invalid', 'Bu keçid işləmir')
  }),
  on('get', '/notification/push/key', () => ok({ key: 'BNbXV6b6mJ3yXl0Jx7o3nqVqW1oPqkA' })),
  on('post', '/notification/push', async ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    notificationsState.pushes.push(await request.json())
    return ok({})
  }),
  on('delete', '/notification/push', async ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const { endpoint } = await request.json()
    notificationsState.pushes = notificationsState.pushes.filter((push) => push.endpoint !== endpoint)
    return ok({})
  }),
]
