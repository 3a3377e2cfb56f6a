// Checks that a kill soak leaves no events or jobs, and that NATS has every public event once and in order.
import { readFileSync } from 'node:fs'
import { connectTo } from '../sql.mjs'
import { pause } from '../shop.mjs'
import { readStream } from './nats-stream.mjs'

/** Consumers report their position every 30 s. */
const TIMEOUT_MS = 180_000
const OVERDUE_INTERVAL = "interval '30 seconds'"

/** Waiting jobs: service, table and condition. */
const JOBS = [
  ['auth', 'message', `due_at < now() - ${OVERDUE_INTERVAL}`],
  ['catalog', 'reservation', `state = 'held' and expires_at < now() - interval '2 minutes'`],
  ['order', 'purchase', `due_at < now() - ${OVERDUE_INTERVAL}`],
  ['order', 'charge', `ask_at < now() - ${OVERDUE_INTERVAL}`],
  ['order', 'charge_return', `state = 'due' or due_at < now() - ${OVERDUE_INTERVAL}`],
  ['order', 'refund', 'restock_at is not null'],
  ['order', 'cashout', `due_at < now() - ${OVERDUE_INTERVAL}`],
  ['order', 'wholesale_letter', `due_at < now() - ${OVERDUE_INTERVAL}`],
  ['store', 'campaign', `due_at < now() - ${OVERDUE_INTERVAL}`],
  ['notification', 'telling', 'true'],
  ['notification', 'delivery', `state = 'waiting' and due_at < now() - ${OVERDUE_INTERVAL}`],
  ['notification', 'digest_item', `due_at < now() - ${OVERDUE_INTERVAL}`],
  ['notification', 'fanout', 'ended_at is null'],
]

function publishedKinds() {
  const contract = readFileSync(new URL('../../../docs/EVENTS.md', import.meta.url), 'utf8')
  const kinds = new Map()
  for (const [, service, kind] of contract.matchAll(/^Subject `sovqat\.(\w+)\.(\w+)`/gm))
    kinds.set(service, [...(kinds.get(service) ?? []), kind])
  return kinds
}

/** Returns what is left to do, as sentences. `urls` are the databases by service. */
export async function leftovers(urls) {
  const databases = new Map([...urls].map(([service, url]) => [service, connectTo(url)]))
  let found
  for (const until = Date.now() + TIMEOUT_MS; (found = await unfinished(databases)).length > 0 && Date.now() < until; ) await pause(3000)
  for (const database of databases.values()) database.end()
  return found
}

async function unfinished(databases) {
  const found = []
  for (const [service, database] of databases) {
    const parked = await database.query('select feed, position, kind, error from feed_parked')
    found.push(...parked.map((row) => `${service} has parked an event: ${row}`))
    const [unnumbered] = await database.query('select count(*) from outbox where position is null')
    if (unnumbered !== '0') found.push(`${unnumbered} events of ${service} have no position`)
    const select = 'select name, feed_consumer.position, head.position from feed_consumer, outbox_head as head'
    for (const row of await database.query(`${select} where feed_consumer.position <> head.position`)) {
      const [consumer, position, head] = row.split('|')
      found.push(`${consumer} has read the feed of ${service} up to ${position} of ${head}`)
    }
  }
  for (const [service, table, condition] of JOBS) {
    const [count] = await databases.get(service).query(`select count(*) from ${table} where ${condition}`)
    if (count !== '0') found.push(`${count} rows of ${service}.${table} wait for a worker`)
  }
  return found
}

export async function compareStreams(urls, port) {
  const [faults, messages] = [[], []]
  for (const [service, kinds] of publishedKinds()) {
    const database = connectTo(urls.get(service))
    const names = kinds.map((kind) => `'${kind}'`).join(', ')
    const rows = await database.query(
      `select position, outbox_id, (extract(epoch from occurred_at) * 1000000)::bigint, kind from outbox where kind in (${names}) order by position`,
    )
    database.end()
    const expected = rows.map((row) => {
      const [position, id, micros, kind] = row.split('|')
      return `${position} ${service}-${id}-${micros} sovqat.${service}.${kind}`
    })
    const stream = await readStream(port, `SOVQAT_${service.toUpperCase()}`)
    messages.push(...stream)
    const found = stream.map(({ subject, headers }) => `${headers['Sovqat-Position']} ${headers['Sovqat-Id']} ${subject}`)
    const different = expected.findIndex((event, place) => event !== found[place])
    const gap = stream.findIndex(({ sequence }, place) => sequence !== place + 1)
    if (gap >= 0) faults.push(`the stream of ${service} has sequence ${stream[gap].sequence} in place ${gap + 1}`)
    if (different >= 0 || found.length !== expected.length) {
      const place = different >= 0 ? different : expected.length
      const difference = `at ${place + 1} it has \`${found[place]}\`, not \`${expected[place]}\``
      faults.push(`the stream of ${service} has ${found.length} messages for ${expected.length} events; ${difference}`)
    }
  }
  return { messages, faults }
}
