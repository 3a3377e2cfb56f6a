// Restarts or kills each process in turn under load. No read may fail, and after a restart no request at all.
import { isReady, running } from './gateways.mjs'
import { base, pause, processesOf } from './shop.mjs'
import { printFailures, startLoad } from './steady.mjs'

const [mode, rate] = [process.argv[2], Number(process.argv[3] ?? 500)]
if (mode !== 'restart' && mode !== 'kill') throw new Error('the first argument is `restart` or `kill`')
const PROGRAMS = ['store', 'seo', 'notification', 'auth', 'order', 'catalog', 'gateway']
const CHECK_MS = 50
const STOP_TIMEOUT_MS = 30_000
/** The catalogue may build its search index anew. */
const READY_TIMEOUT_MS = 90_000
const METRICS_TIMEOUT_MS = 10_000

async function handledCalls(program) {
  const signal = AbortSignal.timeout(METRICS_TIMEOUT_MS)
  const pages = running(program).map(({ ADMIN_LISTEN }) => fetch(`http://${ADMIN_LISTEN}/metrics`, { signal }))
  const metrics = await Promise.all(pages.map(async (page) => (await page).text()))
  const counter = program === 'gateway' ? 'http_server_request_duration_count' : 'rpc_server_call_duration_count'
  const total = (text) => text.split('\n').filter((line) => line.startsWith(counter)).reduce((sum, line) => sum + Number(line.split(' ').pop()), 0)
  return metrics.map(total)
}

async function until(condition, timeout, what) {
  for (const end = performance.now() + timeout; !(await condition()); await pause(CHECK_MS)) {
    if (performance.now() > end) throw new Error(`${what} after ${timeout / 1000} s`)
  }
}

async function replace(program) {
  for (const { pid, ADMIN_LISTEN } of running(program)) {
    process.kill(pid, mode === 'kill' ? 'SIGKILL' : 'SIGTERM')
    const startedAt = performance.now()
    await until(() => !processesOf(`sovqat-${program}`).includes(pid), STOP_TIMEOUT_MS, `${program} ${pid} still runs`)
    await until(() => isReady(ADMIN_LISTEN), READY_TIMEOUT_MS, `${program} was not ready again`)
    console.log(`${program} ${pid}: ready again after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    await pause(1000)
  }
}

const load = await startLoad(rate)
if (load.balancer.count < 2) throw new Error('start the shop with `cargo up --replicas 2`')

// Both replicas should get about half of the calls.
await pause(5000)
let isShared = true
const before = new Map()
for (const program of PROGRAMS) before.set(program, await handledCalls(program))
await pause(5000)
for (const program of PROGRAMS) {
  const calls = (await handledCalls(program)).map((count, n) => count - before.get(program)[n])
  const share = (100 * calls[0]) / calls.reduce((sum, count) => sum + count, 0)
  console.log(`${program}: ${calls.join(' and ')} calls in 5 s, ${share.toFixed(1)} % by the first replica`)
  isShared &&= share >= 45 && share <= 55
}

for (const program of PROGRAMS) await replace(program)
await pause(1000)

const added = await load.stop()
const { additions, failedAdditions, failedReads } = load.results
console.log(`${base}: ${JSON.stringify(load.results)}; the cart has ${added} units`)
printFailures(load.failures)
if (!isShared) throw new Error('a replica got less than 45 % or more than 55 % of the calls')
if (failedReads > 0) throw new Error('reads have failed')
if (mode === 'restart' && load.failures.size > 0) throw new Error('requests have failed, although each process was stopped in order')
if (added < additions - failedAdditions || added > additions) throw new Error('the cart does not agree with the responses')
console.log('every replica was replaced, and no request was lost')
