// Opens thousands of notification streams, and checks that no reader misses an event when connections break.
import { Agent, request } from 'node:http'
import { base, seededRandom, environment, memory, pause } from './shop.mjs'
import { connectTo } from './sql.mjs'
import { signer } from './tokens.mjs'

const count = Number(process.argv[2] ?? 5000)
const FIRST_ACCOUNT = 9_000_000_000_000
const CONCURRENCY = 100
const EVENT_TIMEOUT_MS = 30_000
/** These notifications are written one by one, to measure the delay. */
const SINGLE_EVENTS = 200
const [ROUNDS, LOST_SHARE] = [3, 0.3]
const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
const token = signer()
const { below, next } = seededRandom(1)

class Reader {
  constructor(number) {
    this.account = FIRST_ACCOUNT + number
    this.received = []
    this.times = []
  }

  /** Resolves with 200 after the first `count` event, otherwise with the status, or 0 after an error. */
  open() {
    const resume = this.last !== undefined && { 'last-event-id': this.last }
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token(this.account)}`, ...resume }
    return new Promise((done) => {
      const sent = request(`${base}/api/v1/notification/stream`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) return done(response.statusCode)
        let incomplete = ''
        response.setEncoding('utf8')
        response.on('data', (piece) => {
          const blocks = (incomplete + piece).split('\n\n')
          incomplete = blocks.pop()
          for (const block of blocks) if (this.receive(block)) done(200)
        })
        response.on('error', () => {})
      })
      sent.on('error', () => done(0))
      sent.end()
      this.connection = sent
    })
  }

  receive(block) {
    const field = (name) => block.split('\n').find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    if (field('id') === undefined) return false
    this.last = field('id')
    if (field('event') === 'notification') {
      this.received.push(Number(this.last))
      this.times.push(performance.now())
    }
    return field('event') === 'count'
  }

  close() {
    this.connection.destroy()
  }
}

async function openAll(readers) {
  const counts = {}
  const waiting = [...readers]
  const open = async () => {
    while (waiting.length > 0) {
      const reader = waiting.pop()
      const status = await reader.open()
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, open))
  if (counts[200] !== readers.length) throw new Error(`not all streams were opened: ${JSON.stringify(counts)}`)
}

async function until(what, condition) {
  for (const end = performance.now() + EVENT_TIMEOUT_MS; !condition(); await pause(5)) {
    if (performance.now() > end) throw new Error(`${what}: not within ${EVENT_TIMEOUT_MS / 1000} s`)
  }
}

const insertNotifications = (first, last) =>
  `insert into notification (account_id, kind, created_at) select account, 'welcome', now() from generate_series(${first}, ${last}) account`
const isReaders = `account_id between ${FIRST_ACCOUNT} and ${FIRST_ACCOUNT + count - 1}`

function report(what, times) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0)
  console.log(`${what.padEnd(44)} median ${at(0.5)} ms, 99 % ${at(0.99)} ms, last ${at(1)} ms`)
}

const database = connectTo(environment('sovqat-notification').NOTIFICATION_DATABASE_URL)
await database.query(`delete from notification where ${isReaders}`)
const readers = Array.from({ length: count }, (_, number) => new Reader(number))
const before = memory('sovqat-gateway')
const startedAt = performance.now()
await openAll(readers)
console.log(`${count} streams opened in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
await pause(2000)
const after = memory('sovqat-gateway')
console.log(`the gateway: ${before} MiB before, ${after} MiB with the streams: ${((after - before) * 1024 / count).toFixed(1)} KiB each`)

const singleDelays = []
for (let turn = 0; turn < SINGLE_EVENTS; turn++) {
  const reader = readers[below(count)]
  const [countBefore, insertedAt] = [reader.received.length, performance.now()]
  await database.query(insertNotifications(reader.account, reader.account))
  await until('one event', () => reader.received.length > countBefore)
  singleDelays.push(reader.times.at(-1) - insertedAt)
}
report('one event (with its insert)', singleDelays)

const countsBefore = readers.map(({ received }) => received.length)
const insertedAt = performance.now()
await database.query(insertNotifications(FIRST_ACCOUNT, FIRST_ACCOUNT + count - 1))
const written = performance.now() - insertedAt
await until('an event for all', () => readers.every(({ received }, place) => received.length > countsBefore[place]))
report(`an event for all, by one statement (${written.toFixed(0)} ms)`, readers.map(({ times }) => times.at(-1) - insertedAt))
console.log(`the gateway after an event for all: ${memory('sovqat-gateway')} MiB`)

for (let round = 0; round < ROUNDS; round++) {
  const lost = readers.filter(() => next() < LOST_SHARE)
  const writing = database.query(insertNotifications(FIRST_ACCOUNT, FIRST_ACCOUNT + count - 1))
  for (const reader of lost) reader.close()
  await writing
  await database.query(insertNotifications(FIRST_ACCOUNT, FIRST_ACCOUNT + count - 1))
  await openAll(lost)
}
const rows = await database.query(`select account_id, array_to_string(array_agg(notification_id order by notification_id), ',') from notification where ${isReaders} group by 1`)
const kept = new Map(rows.map((row) => [Number(row.split('|')[0]), row.split('|')[1]]))
const hasReceivedAll = ({ account, received }) => received.join(',') === kept.get(account)
await until('everything, once and in order', () => readers.every(hasReceivedAll)).catch((error) => {
  console.log(`${readers.filter((reader) => !hasReceivedAll(reader)).length} of ${count} have missed an event or received one twice`)
  throw error
})
console.log(`${readers.reduce((sum, { received }) => sum + received.length, 0)} events received, each once and in order, over three rounds of broken connections`)

for (const reader of readers) reader.close()
await database.query(`delete from notification where ${isReaders}`)
database.end()
