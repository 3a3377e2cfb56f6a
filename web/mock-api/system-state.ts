// The state of the services. A feed is the events of another service. A parked event is one that a service failed with several times.
import type { Schemas } from '~shared/api/types'

type ServiceState = Schemas['ServiceState']
type ParkedEvent = Schemas['ParkedEvent']

/** A worker is a job that a service repeats. */
const worker = (name: string, overrides: Partial<Schemas['WorkerStatus']> = {}): Schemas['WorkerStatus'] => ({
  name,
  intervalSeconds: 60,
  limitSeconds: 60,
  runs: 1_240,
  failures: 0,
  isFailing: false,
  lastSuccessAt: '2026-11-20T11:59:30Z',
  ...overrides,
})

/** The epoch identifies the producer's database. */
const feed = (name: string, overrides: Partial<Schemas['FeedState']> = {}): Schemas['FeedState'] => ({
  feed: name,
  position: 48_210,
  movedAt: '2026-11-20T11:59:00Z',
  epoch: '7b0e6f58-3c55-4f0a-9d61-0d2f3c1b7a11',
  head: 48_210,
  lag: 0,
  isStopped: false,
  ...overrides,
})

/** The producer does not answer, so its last position (head) is unknown. */
const UNKNOWN_HEAD: Schemas['FeedState'] = { feed: 'catalog', position: 51_007, movedAt: '2026-11-20T11:58:00Z', isStopped: false }

const service = (name: string, overrides: Partial<ServiceState> = {}): ServiceState => ({
  service: name,
  health: 'up',
  version: '0.1.0',
  commit: '4f2a9c1d7be0',
  startedAt: '2026-11-18T06:00:00Z',
  schema: 4,
  parked: 0,
  workers: [worker('outbox_retention')],
  feeds: [],
  ...overrides,
})

const event = (position: number, overrides: Partial<ParkedEvent> = {}): ParkedEvent => ({
  id: `order-${position}`,
  service: 'notification',
  feed: 'order',
  position,
  kind: 'order_moved',
  payload: '{"accountId":12,"order":"SQ-7K4M-29","status":"confirmed"}',
  hidden: [],
  error: 'internal: column "channel" does not exist',
  attempts: 5,
  occurredAt: '2026-11-20T09:00:00Z',
  parkedAt: '2026-11-20T09:00:05Z',
  ...overrides,
})

const fresh = () => ({
  services: [
    {
      service: 'gateway',
      health: 'up',
      version: '0.1.0',
      commit: '4f2a9c1d7be0',
      startedAt: '2026-11-18T06:00:00Z',
      workers: [],
      feeds: [],
    },
    service('auth'),
    { service: 'catalog', health: 'away', workers: [], feeds: [] },
    service('notification', {
      feeds: [feed('auth'), UNKNOWN_HEAD, feed('order', { lag: 12, head: 48_222 })],
      workers: [worker('dispatch', { runningSince: '2026-11-20T11:59:58Z' }), worker('digest', { failures: 7, isFailing: true })],
      parked: 2,
    }),
    service('order', { feeds: [feed('auth', { isStopped: true })] }),
    service('seo'),
    {
      service: 'store',
      health: 'no_database',
      version: '0.1.0',
      commit: '4f2a9c1d7be0',
      startedAt: '2026-11-18T06:00:00Z',
      workers: [worker('outbox_retention')],
      feeds: [],
    },
  ] as ServiceState[],
  events: [
    event(48_120),
    event(48_044, { kind: 'cashout_ended', payload: '{"cashout":"CO-1","amount":4500}', hidden: ['card'], error: 'internal: timeout' }),
  ],
  missing: [] as string[],
  /** The ids of events that fail again when they are replayed. */
  broken: [] as string[],
})

export const system = fresh()
export const resetSystem = () => Object.assign(system, fresh())
