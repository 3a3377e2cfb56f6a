// Upgrades each program of a shop to another release under load, and rolls it back.
import { readlinkSync, realpathSync } from 'node:fs'
import { openBalancer, running } from './gateways.mjs'
import { base, environment, pause } from './shop.mjs'
import { compareFeeds, compareOrders, runAuditor } from './skew/books.mjs'
import { migrate, replace } from './skew/control.mjs'
import { Shoppers } from './skew/shoppers.mjs'
import { connectTo } from './sql.mjs'
import { printFailures, startLoad } from './steady.mjs'

const [release, next] = process.argv.slice(2, 4).map((folder) => realpathSync(folder))
const rate = Number(process.argv[4] ?? 60)
/** In the order of migration and replacement. */
const SERVICES = ['store', 'seo', 'notification', 'auth', 'order', 'catalog']
const PROGRAMS = [...SERVICES, 'gateway']
const BUYERS = 6
const TOGETHER_MS = 2000
const PAID_WITHIN_MS = 60_000
const MAX_PRINTED = 20

const startedAt = performance.now()
const log = (text) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`)
const faults = []

function expectPrograms(program, folder) {
  const others = running(program).map(({ pid }) => readlinkSync(`/proc/${pid}/exe`)).filter((file) => file !== `${folder}/sovqat-${program}`)
  faults.push(...others.map((file) => `a process of ${program} runs ${file}, not that of ${folder}`))
}

const balancer = openBalancer()
if (balancer.count < 2) throw new Error('start the shop with `cargo up --replicas 2 --programs RELEASE`')
for (const program of PROGRAMS) expectPrograms(program, release)
if (faults.length > 0) throw new Error(faults.join('\n'))
const database = connectTo(environment('sovqat-order').ORDER_DATABASE_URL)
await database.query('update zone_window set capacity = 1000000')
database.end()
const shoppers = await Shoppers.signUp(BUYERS, balancer)
const load = await startLoad(rate)
shoppers.start()
log(`${base}: ${BUYERS} shoppers and ${rate} requests a second`)

const failedLoad = () => [...load.failures.values()].reduce((sum, count) => sum + count, 0)
/** Runs a step, and then waits until another order is paid. */
async function step(name, run) {
  shoppers.step = name
  const before = failedLoad() + shoppers.failures.length
  const lines = await run()
  const paidBefore = shoppers.paid.length
  const end = performance.now() + PAID_WITHIN_MS
  await pause(TOGETHER_MS)
  while (shoppers.paid.length === paidBefore && performance.now() < end) await pause(100)
  if (shoppers.paid.length === paidBefore) faults.push(`${name}: no order was paid within ${PAID_WITHIN_MS / 1000} s afterwards`)
  const failed = failedLoad() + shoppers.failures.length - before
  log(`${name}: ${lines.join('; ')}${failed > 0 ? `  ✗ ${failed} requests failed` : ''}`)
}
async function change(program, folder, name) {
  await step(name, () => replace(program, folder))
  expectPrograms(program, folder)
}

let isComplete = false
try {
  await step('serve the release', async () => ['before any change'])
  for (const service of SERVICES) await step(`migrate ${service}`, () => migrate(service, next))
  for (const program of PROGRAMS) {
    await change(program, next, `${program} alone upgraded`)
    await change(program, release, `${program} rolled back`)
  }
  for (const program of PROGRAMS) await change(program, next, `${program} upgraded, and all before it`)
  for (const program of PROGRAMS) {
    await change(program, release, `${program} alone rolled back`)
    await change(program, next, `${program} upgraded again`)
  }
  isComplete = true
} catch (error) {
  faults.push(`${shoppers.step}: ${error.message}`)
}

shoppers.step = 'the end'
await shoppers.stop()
const inCart = await load.stop()
await balancer.stop()
const { reads, additions, failedAdditions } = load.results
if (inCart < additions - failedAdditions || inCart > additions) faults.push(`${additions} units were added to the cart, and it has ${inCart}`)
faults.push(...(await compareOrders(shoppers)), ...(await compareFeeds()))
const { findings, compared } = await runAuditor()
faults.push(...findings)
if (compared === 0) faults.push('the auditor has compared nothing')

const failed = failedLoad() + shoppers.failures.length
console.log(`${isComplete ? 'all steps' : 'not all steps'} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
console.log(`${reads + additions + shoppers.requests} requests, ${failed} failed`)
console.log(`${shoppers.ordered.length} orders confirmed, ${shoppers.paid.length} paid by card, ${shoppers.cancelled.length} cancelled; the auditor compared ${compared} rows`)
printFailures(load.failures)
for (const fault of [...shoppers.failures, ...faults].slice(0, MAX_PRINTED)) console.log(`✗ ${fault}`)
const isPassed = failed + faults.length === 0
console.log(isPassed ? 'both releases work beside each other' : `${failed + faults.length} faults`)
process.exit(isPassed ? 0 : 1)
