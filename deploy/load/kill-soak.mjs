// Lets shoppers order while parts of a replicated shop are killed: see KILL-SOAK.md. Options after `--` go to `cargo
// up`.
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

/** Units in stock of each product. */
const [MANY, FEW] = [20_000, 8]
/** One in this many shoppers has the app and spends bonuses. */
const SHOPPERS_PER_APP = 3
const OPERATORS = 2
/** At the end of the run, one replica of each program is not killed, to measure its growth. */
const SPARED_SHARE = 0.45
/** Permitted growth: a share, plus MiB of memory or open files. */
const GROWTH = { share: 0.2, memory: 24, files: 24 }
/** The work of a killed worker is continued after 15 seconds. */
const REPEAT_AUDIT_MS = 90_000
const PROGRESS_INTERVAL_MS = 30_000
const MAX_PRINTED = 20

const startedAt = Date.now()
const log = (text) => console.log(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${text}`)

mkdirSync(folder, { recursive: true })
const servers = { nats: nats(natsPort, folder), valkey: valkey(valkeyPort, folder) }
let stopShop = async () => {}
let exitCode = 1
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

async function run() {
  for (const server of Object.values(servers)) await server.start()
  const launcher = options.launcher === 'cargo' ? ['cargo', 'up'] : [resolve(options.launcher), 'up']
  const settings = {
    NATS_URL: `nats://127.0.0.1:${natsPort}`,
    VALKEY_URL: `redis://127.0.0.1:${valkeyPort}`,
    ORDER_LIMIT_ACCOUNT: '0',
    ORDER_LIMIT_PHONE: '0',
  }
  await startShop({ launcher, args: upOptions, port, folder, settings, onStart: (stop) => (stopShop = stop) })
  log(`the shop is ready at ${base}, with NATS at ${natsPort} and Valkey at ${valkeyPort}`)

  // `bank` caches its address before the first kill.
  bank()
  const replicas = findReplicas()
  const gateways = new Gateways(replicas.filter(({ program }) => program === 'gateway').map(({ listen }) => `http://${listen}`))
  sendTo(() => gateways.choose())
  const goods = [...(await importWithStock(24, MANY, 'many')), ...(await importWithStock(4, FEW, 'few'))]
  const people = await signUpShoppers(shopperCount)
  const cashouts = await openCashouts()
  const [referral, earnedBefore] = [await bloggerReferral(), await earnedByBlogger()]
  await giveBonuses(people.filter((_, number) => number % SHOPPERS_PER_APP === 0), goods)
  const earlierCodes = new Set((await Promise.all(people.map(ordersOf))).flat().map(({ code }) => code))
  const stores = await apiWithRetry('/store/all')
  const database = connectTo(environment('sovqat-order').ORDER_DATABASE_URL)
  await database.query('update zone_window set capacity = 1000000')
  database.end()
  for (const person of people) await signIn(person)

  const end = Date.now() + seconds * 1000
  const isOver = () => Date.now() > end
  let isQuiet = false
  const client = new Client(gateways)
  const shopping = new People({ client, goods, stores, referral, seed, isOver })
  const killer = new Killer({ replicas, servers, seed, spareFrom: end - seconds * 1000 * SPARED_SHARE, withOutages: !options['no-outages'], log })
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

  const orders = await waitUntilSettled(people)
  const faults = await cashouts.faults()
  const paidOut = await cashouts.paidCount()
  const books = { orders, confirmed: shopping.confirmed, products: goods }
  let audited = await audit(books)
  for (const until = Date.now() + REPEAT_AUDIT_MS; audited.faults.length > 0 && Date.now() < until; audited = await audit(books)) await pause(3000)
  faults.push(...audited.faults, ...unknownOrders(orders, shopping.confirmed, earlierCodes))
  faults.push(...(await leftovers(killer.urls)))
  const streams = await compareStreams(killer.urls, natsPort)
  faults.push(...streams.faults)
  isQuiet = true
  await Promise.all(watching)
  const grown = growth(replicas, { ...GROWTH, minimumLife: seconds * 1000 * SPARED_SHARE / 2 })
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

function describeFailure({ what, status, code, from, until }) {
  const [at, took] = [from - startedAt, until - from].map((ms) => (ms / 1000).toFixed(0))
  return `${what} failed for a shopper ${at} s after the start, after ${took} s: ${status} ${code ?? ''}`
}

async function importWithStock(count, units, name) {
  return (await importProducts(count, units, `${name}-${startedAt}`)).map((product) => ({ ...product, units }))
}

function unknownOrders(orders, confirmed, earlier) {
  const known = new Set(confirmed)
  return orders.filter(({ code }) => !known.has(code) && !earlier.has(code)).map(({ code }) => `${code} exists, but no answer has confirmed it`)
}

async function searchForPersonalData(people, messages) {
  const cards = [...CARDS, ...PAYOUT_CARDS].map((value) => ({ kind: 'card', value }))
  const tokens = people.flatMap(({ token, refreshToken }) => [token, refreshToken]).map((value) => ({ kind: 'token', value }))
  const all = [...secrets, ...cards, ...tokens].filter(({ value }) => value)
  const { faults } = await findLeaks(all)
  const events = messages.map(({ headers, body }) => JSON.stringify(headers) + body).join('\n').toLowerCase()
  const leaked = new Set(all.filter(({ value }) => events.includes(value.toLowerCase())).map(({ kind }) => kind))
  return [...faults, ...[...leaked].map((kind) => `the events in NATS contain a ${kind}`)]
}

async function printProgress(client, shopping, killer, isOver) {
  while (!isOver()) {
    await pause(PROGRESS_INTERVAL_MS)
    const unexcused = client.failures.filter((failure) => !killer.isExcused(failure)).length
    const done = `${killer.count} kills, ${client.counts.requests} requests, ${shopping.counts.ordered} orders`
    log(`${done}, ${client.failures.length} failures, ${unexcused} of them without an outage`)
  }
}
