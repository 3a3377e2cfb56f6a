// The state of the services, and parked events, with which a service failed several times.
import { system } from '../system-state'
import { on } from './contract'
import { forStaff, ok, problem, withStepUp } from './responses'

const DEFAULT_LIMIT = 50

const notFound = () => problem(404, 'parked_event_not_found', 'Gözləyən hadisə tapılmadı')
const find = ({ service, id }: { service: string; id: string }) =>
  system.events.find((event) => event.service === service && event.id === id)
const remove = (id: string) => (system.events = system.events.filter((event) => event.id !== id))

export const systemHandlers = [
  on(
    'get',
    '/admin/system',
    forStaff(() => ok({ services: system.services })),
  ),
  on(
    'get',
    '/admin/parked-events',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      const service = query.get('service')
      const parked = system.events.filter((event) => !service || event.service === service)
      const start = Number(query.get('cursor') ?? 0)
      const end = start + Number(query.get('limit') ?? DEFAULT_LIMIT)
      return ok({ events: parked.slice(start, end), missing: system.missing, ...(end < parked.length && { nextCursor: String(end) }) })
    }),
  ),
  on(
    'post',
    '/admin/parked-events/{service}/replay',
    forStaff(async ({ request, params: { service } }) => {
      const { feed } = await request.json()
      const ofFeed = system.events.filter((event) => event.service === service && event.feed === feed)
      const applied = ofFeed.filter(({ id }) => !system.broken.includes(id))
      system.events = system.events.filter((event) => !applied.includes(event))
      return ok({ applied: applied.length, failed: ofFeed.length - applied.length, hasMore: false })
    }),
  ),
  on(
    'post',
    '/admin/parked-events/{service}/{id}/replay',
    forStaff(({ params }) => {
      if (!find(params)) return ok({ outcome: 'not_parked' as const })
      if (system.broken.includes(params.id)) return ok({ outcome: 'failed' as const, error: 'internal: timeout' })
      remove(params.id)
      return ok({ outcome: 'applied' as const })
    }),
  ),
  on(
    'post',
    '/admin/parked-events/{service}/{id}/discard',
    withStepUp(({ params }) => {
      if (!find(params)) return notFound()
      remove(params.id)
      return ok({})
    }),
  ),
]
