// A soak test with kills. Starts a shop with two replicas of each program, NATS (a message broker) and Valkey (a
// key-value store), lets shoppers order for half an hour, and kills parts of the shop all the time. At the end,
// nothing may be lost, doubled or left behind, and no request may have failed for a shopper, except during an outage.
//
//     node deploy/load/kill-soak.mjs --seconds 1800 --seed 1
//     BASE_URL=http://127.0.0.1:9000 node deploy/load/kill-soak.mjs --launcher ./target/debug/sovqat-local -- --no-build --profile dev
//
// Most kills hit something that has a replacement: one replica of a service or gateway, NATS, Valkey, the sandbox
// bank, or connections to PostgreSQL. After such a kill, no request may fail that a client may repeat: a read, a
// write with an idempotency key, or a write that sets a value. A load balancer sends such a request to the other
// gateway if the first does not answer, and a client repeats it twice, after one and two seconds. Rarely there is an
// outage: the whole PostgreSQL, or both replicas of a service, are killed. Then requests may fail until all replicas
// are up again. `--no-outages` leaves the outages out.
//
// At the end, the shop's books and its auditor must agree with what shoppers were told (books.mjs), feeds, jobs and streams must be complete
// (kill-soak/quiet.mjs), and memory and open files of each program's oldest process must not have grown. In the last part of the run, one
// replica of each program is spared for that.
//
// Needs Debian's nats-server, and redis-server or valkey-server. Options after `--` go to `cargo up`. The shop is a new one, in the folder of
// `--data`, at the port of BASE_URL; NATS and Valkey listen 90 and 91 ports above it.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bloggerReferral, earnedByBlogger, giveBonuses, openOperator } from './bonuses.mjs'
import { ENDED_STATUSES, audit, ordersOf, waitUntilSettled } from './books.mjs'
import { CARDS as PAYOUT_CARDS, openCashouts } from './cashouts.mjs'
import { Client, Gateways } from './kill-soak/client.mjs'
import { Killer } from './kill-soak/kills.mjs'
import { findReplicas, growth, sample, watch } from './kill-soak/processes.mjs'
import { compareStreams, leftovers } from './kill-soak/quiet.mjs'
import { nats, startShop, valkey, valkeyInfo } from './kill-soak/servers.mjs'
import { CARDS, People } from './kill-soak/shoppers.mjs'
import { findLeaks } from './leaks.mjs'
import { apiWithRetry, bank, base, environment, importProducts, pause, secrets, sendTo, signIn, signUpShoppers } from './shop.mjs'
import { connectTo } from './sql.mjs'

const { values: options, positionals: upOptions } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '1800' },
    shoppers: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    'no-outages': { type: 'boolean', default: false },
    launcher: { type: 'string', default: 'cargo' },
    data: { type: 'string', default: 'target/local/kill-soak' },
  },
})
const [seconds, shopperCount, seed] = [Number(options.seconds), Number(options.shoppers), Number(options.seed)]
const folder = resolve(options.data)
const port = Number(new URL(base).port)
const [natsPort, valkeyPort] = [port + 90, port + 91]

/** The stock of each product. Few units sell out, and return to stock when orders are cancelled or goods returned. */
const [MANY, FEW] = [20_000, 8]
/** One in this many shoppers has the app and spends bonuses. */
const APP_SHARE = 3
/** Operators who deliver orders at the same time. */
const OPERATORS = 2
/** The share of the run, at its end, in which one replica of each program is not killed. */
const SPARED = 0.45
/** How much a process may grow between the second and the last quarter of its life: by this share, plus MiB of memory or open files. */
const GROWTH = { share: 0.2, memory: 24, files: 24 }
/** How long the audit is repeated while it finds differences, in ms. The work of a killed worker is continued only after 15 seconds. */
const AUDIT_AGAIN = 90_000
/** The interval between two lines of progress, in ms. */
const PROGRESS_INTERVAL = 30_000
/** The most faults that are printed. */
const MAX_PRINTED = 20

const startedAt = Date.now()
const log = (text) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${text}`)

mkdirSync(folder, { recursive: true })
const servers = { nats: nats(natsPort, folder), valkey: valkey(valkeyPort, folder) }
let stopShop = async () => {}
let exitCode = 1
/** Stops what the script has started. */
async function stopAll() {
  await stopShop()
  for (const server of Object.values(servers)) server.process?.kill('SIGTERM')
}
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'])
  process.once(event, (reason) => {
    console.log(`✗ ${reason?.stack ?? reason}`)
    stopAll().then(() => process.exit(1))
  })
try {
  exitCode = await run()
} catch (error) {
  console.log(`✗ ${error.stack}`)
} finally {
  await stopAll()
}
process.exit(exitCode)

/** Runs the whole test. Returns the exit code. */
async function run() {
  for (const server of Object.values(servers)) await server.start()
  const launcher = options.launcher === 'cargo' ? ['cargo', 'up'] : [resolve(options.launcher), 'up']
  const settings = {
    NATS_URL: `nats://127.0.0.1:${natsPort}`,
    VALKEY_URL: `redis://127.0.0.1:${valkeyPort}`,
    // A few shoppers place thousands of orders.
    ORDER_LIMIT_ACCOUNT: '0',
    ORDER_LIMIT_PHONE: '0',
  }
  await startShop({ launcher, args: upOptions, port, folder, settings, onStart: (stop) => (stopShop = stop) })
  log(`the shop is ready at ${base}, with NATS at ${natsPort} and Valkey at ${valkeyPort}`)

  // Prepare products, shoppers and everything that must be read before the first kill.
  bank()
  const replicas = findReplicas()
  const gateways = new Gateways(replicas.filter(({ program }) => program === 'gateway').map(({ listen }) => `http://${listen}`))
  sendTo(() => gateways.choose())
  const goods = [...(await imported(24, MANY, 'many')), ...(await imported(4, FEW, 'few'))]
  const people = await signUpShoppers(shopperCount)
  const cashouts = await openCashouts()
  const [referral, earnedBefore] = [await bloggerReferral(), await earnedByBlogger()]
  await giveBonuses(people.filter((_, number) => number % APP_SHARE === 0), goods)
  const earlier = new Set((await Promise.all(people.map(ordersOf))).flat().map(({ code }) => code))
  const stores = await apiWithRetry('/store/all')
  const database = connectTo(environment('sovqat-order').ORDER_DATABASE_URL)
  await database.query('update zone_window set capacity = 1000000')
  database.end()
  for (const person of people) await signIn(person)

  // Shop and kill.
  const end = Date.now() + seconds * 1000
  const isOver = () => Date.now() > end
  let isQuiet = false
  const client = new Client(gateways)
  const shopping = new People({ client, goods, stores, referral, seed, isOver })
  const killer = new Killer({ replicas, servers, seed, spareFrom: end - seconds * 1000 * SPARED, withOutages: !options['no-outages'], log })
  const watching = [
    gateways.watch(() => isQuiet),
    watch(replicas, () => isQuiet),
    sample(replicas, isOver),
    printProgress(client, shopping, killer, isOver),
  ]
  log(`${people.length} shoppers and ${goods.length} products; ${seconds} s, seed ${seed}`)
  const operators = await Promise.all(Array.from({ length: OPERATORS }, openOperator))
  const buying = people.map((person, number) => shopping.shop(person, number))
  const delivering = operators.map((operator, number) => shopping.deliver(operator, number))
  await Promise.all([...buying, ...delivering, shopping.cashOut(cashouts), killer.run(isOver)])
  log('the last kill is over; waiting until everything is settled')

  // Compare.
  const orders = await waitUntilSettled(people)
  const faults = await cashouts.faults()
  const paidOut = await cashouts.paidCount()
  const books = { orders, confirmed: shopping.confirmed, products: goods }
  let audited = await audit(books)
  for (const until = Date.now() + AUDIT_AGAIN; audited.faults.length > 0 && Date.now() < until; audited = await audit(books)) await pause(3000)
  faults.push(...audited.faults, ...unknownOrders(orders, shopping.confirmed, earlier))
  faults.push(...(await leftovers(killer.urls)))
  const streams = await compareStreams(killer.urls, natsPort)
  faults.push(...streams.faults)
  isQuiet = true
  await Promise.all(watching)
  const grown = growth(replicas, { ...GROWTH, minimumLife: seconds * 1000 * SPARED / 2 })
  faults.push(...grown.faults, ...(await searchForPersonalData(people, streams.messages)))

  const failures = client.failures.filter((failure) => !killer.isExcused(failure))
  faults.push(...failures.map((failure) => describeFailure(failure)))
  faults.push(...client.unexpectedRefusals.map(([what, count]) => `${count} requests were refused: ${what}`))
  const counts = { ...shopping.counts, paidOut, earned: (await earnedByBlogger()) - earnedBefore }
  if (killer.count < seconds / 10 || Object.values(counts).includes(0) || streams.messages.length === 0)
    faults.push(`something was not tested: ${killer.count} kills, ${JSON.stringify(counts)}`)

  console.log(`\n${seconds} s, seed ${seed}, ${people.length} shoppers, ${options['no-outages'] ? 'no outages' : `${killer.outages.length} outages`}`)
  printSummary({ client, killer, failures, orders, counts, audited, streams, grown })
  console.log(`Valkey handled ${await valkeyInfo(valkeyPort, 'total_commands_processed')} commands since its last start`)
  for (const fault of faults.slice(0, MAX_PRINTED)) console.log(`✗ ${fault}`)
  console.log(faults.length === 0 ? 'nothing was lost, doubled or left behind' : `${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

/** Prints the numbers of the whole run. */
function printSummary({ client, killer, failures, orders, counts, audited, streams, grown }) {
  const list = (times) => [...times].map(([what, count]) => `${what} ${count}×`).join(', ')
  const { requests, failovers, repetitions, refreshes, lostSessions } = client.counts
  const live = orders.filter(({ status }) => !ENDED_STATUSES.includes(status)).length
  console.log(`killed ${killer.count} times: ${list(killer.killed)}`)
  console.log(`requests of shoppers: ${requests}; ${failovers} went to the other gateway, ${repetitions} were repeated`)
  console.log(`failed for a shopper: ${client.failures.length - failures.length} during outages, ${failures.length} at other times`)
  console.log(`writes that may not be repeated, without an answer: ${client.unanswered.length}`)
  console.log(`sessions were renewed ${refreshes} times, and ${lostSessions} lost`)
  console.log(`refusals: ${list(client.refusals)}`)
  console.log(`orders: ${orders.length}, ${live} of them live; ${list(Object.entries(counts))}`)
  console.log(`${audited.agreeing} payments agree with the bank, the auditor compared ${audited.compared} rows`)
  console.log(`NATS has ${streams.messages.length} events`)
  for (const { program, seconds: life, memory, files } of grown.rows)
    console.log(`${program.padEnd(12)} lived ${life} s: memory ${memory.join(' → ')} MiB, open files ${files.join(' → ')}`)
}

/** Returns a line about a failed request. */
function describeFailure({ what, status, code, from, until }) {
  const [at, took] = [from - startedAt, until - from].map((ms) => (ms / 1000).toFixed(0))
  return `${what} failed for a shopper ${at} s after the start, after ${took} s: ${status} ${code ?? ''}`
}

/** Imports new products, each with this many units. */
async function imported(count, units, name) {
  return (await importProducts(count, units, `${name}-${startedAt}`)).map((product) => ({ ...product, units }))
}

/** Returns a sentence for each order that no answer has confirmed. `earlier` are those from before the first kill. */
function unknownOrders(orders, confirmed, earlier) {
  const known = new Set(confirmed)
  return orders.filter(({ code }) => !known.has(code) && !earlier.has(code)).map(({ code }) => `${code} exists, but no answer has confirmed it`)
}

/** Searches logs, metrics and the events of NATS for what shoppers have entered. */
async function searchForPersonalData(people, messages) {
  const cards = [...CARDS, ...PAYOUT_CARDS].map((value) => ({ kind: 'card', value }))
  const tokens = people.flatMap(({ token, refreshToken }) => [token, refreshToken]).map((value) => ({ kind: 'token', value }))
  const all = [...secrets, ...cards, ...tokens].filter(({ value }) => value)
  const { faults } = await findLeaks(all)
  const events = messages.map(({ headers, body }) => JSON.stringify(headers) + body).join('\n').toLowerCase()
  const leaked = new Set(all.filter(({ value }) => events.includes(value.toLowerCase())).map(({ kind }) => kind))
  return [...faults, ...[...leaked].map((kind) => `the events in NATS contain a ${kind}`)]
}

/** Prints a line at intervals until the end. */
async function printProgress(client, shopping, killer, isOver) {
  while (!isOver()) {
    await pause(PROGRESS_INTERVAL)
    const unexcused = client.failures.filter((failure) => !killer.isExcused(failure)).length
    const done = `${killer.count} kills, ${client.counts.requests} requests, ${shopping.counts.ordered} orders`
    log(`${done}, ${client.failures.length} failures, ${unexcused} of them without an outage`)
  }
}
