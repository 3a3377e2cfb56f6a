// Checks with a real Prometheus that every panel has data, and that every alert fires only while its fault is injected.
//
//     cargo verify --full --only telemetry         compiles the shop, then runs this
//     node deploy/observability/check/main.mjs     uses the compiled programs; `--write` updates docs/TELEMETRY.md
//
// Environment: LAUNCHER (target/release/sovqat-local), PROFILE (release), FOLDER for data and logs
// (target/local/telemetry), PORTS (first port), FAULTS (numbers of fault groups, as 0,3; default: all), KEEP=1 leaves
// everything running.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startMailServer } from './mail-server.mjs'
import { find, freePort, pause, startNats, startPrometheus, startShop, startValkey, stop, stopAll, until } from './programs.mjs'
import { metricDifferences } from './registry.mjs'
import { FACTOR, LOOKBACK, panelQuery, Prometheus, SCRAPE_INTERVAL, writeShortened } from './rules.mjs'
import { table, writeTable } from './table.mjs'

const root = resolve(new URL('../../..', import.meta.url).pathname)
const observability = join(root, 'deploy/observability')
const folder = resolve(root, process.env.FOLDER ?? 'target/local/telemetry')
const profile = process.env.PROFILE ?? 'release'
const launcher = resolve(root, process.env.LAUNCHER ?? `target/${profile === 'release' ? 'release' : 'debug'}/sovqat-local`)
const RULES = ['slo.yaml', 'alerts.yaml']
/** Longer than the longest range of a rule without a burn rate. */
const JUDGED_S = 75
/** Caches are cold before. */
const WARM_UP_S = 45
const FIRE_TIMEOUT = 300_000
const SILENCE_TIMEOUT = 300_000
/** Panels that are empty in a healthy shop, and why. */
const EMPTY_WHEN_HEALTHY = {
  'Failures (5xx) a second by route': 'counts failures only',
  'Events set aside': 'the counter appears with the first parked event',
  'Feeds that started over': 'the counter appears when the first consumer starts over',
  'NATS: failed runs and starts over, a second': 'the counters appear with the first failed run',
}

const problems = []
const log = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
const report = (text) => {
  problems.push(text)
  log(`✗ ${text}`)
}

function checkRules() {
  const promtool = find('promtool', 'prometheus')
  for (const args of [['check', 'rules', ...RULES], ['test', 'rules', 'alerts.test.yaml']])
    log(`promtool ${args.join(' ')}: ${execFileSync(promtool, args, { cwd: observability }).toString().trim().split('\n').join('; ')}`)
}

async function startAll() {
  rmSync(join(folder, 'prometheus'), { recursive: true, force: true })
  rmSync(join(folder, 'nats'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const logFile = (name) => join(folder, `${name}.log`)
  const [natsPort, valkeyPort, mailPort] = [await freePort(), await freePort(), await freePort()]
  const [prometheusPort, shopPort] = [await freePort(), await freePort()]
  const nats = { folder: join(folder, 'nats') }
  nats.start = async () => (nats.child = await startNats({ port: natsPort, folder: nats.folder, log: logFile('nats') }))
  nats.stop = () => stop(nats.child, 'SIGKILL')
  await nats.start()
  const valkey = {}
  valkey.start = async () => (valkey.child = await startValkey({ port: valkeyPort, log: logFile('valkey') }))
  valkey.stop = () => stop(valkey.child, 'SIGKILL')
  await valkey.start()
  const mail = await startMailServer(mailPort)
  log('the shop starts')
  const data = join(folder, 'shop')
  const env = {
    NATS_URL: `nats://127.0.0.1:${natsPort}`,
    VALKEY_URL: `redis://127.0.0.1:${valkeyPort}`,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    ORDER_LIMIT_ACCOUNT: '0',
    ORDER_LIMIT_PHONE: '0',
    CACHE_TTL: '1s',
    PAGE_TTL: '1s',
  }
  const shop = await startShop({ launcher, root, data, log: logFile('shop'), port: shopPort, profile, env })
  process.env.BASE_URL = shop.url
  const { environment } = await import('../../load/shop.mjs')
  const programs = ['auth', 'catalog', 'order', 'store', 'notification', 'seo', 'gateway']
  const jobs = programs.map((program) => [program, environment(`sovqat-${program}`).ADMIN_LISTEN])
  log(`shop ${shop.url}`)
  return { nats, valkey, mail, data, jobs, prometheusPort }
}

async function startWatching(jobs, port) {
  const rules = RULES.map((name) => join(folder, name))
  RULES.forEach((name, at) => writeShortened(join(observability, name), rules[at]))
  const options = { folder: join(folder, 'prometheus'), port, jobs, rules, scrapeInterval: SCRAPE_INTERVAL, lookback: LOOKBACK }
  const { url } = await startPrometheus({ ...options, log: join(folder, 'prometheus.log') })
  log(`Prometheus ${url}`)
  return new Prometheus(url)
}

const panels = JSON.parse(readFileSync(join(observability, 'dashboard.json'), 'utf8')).panels.filter(({ targets }) => targets)

async function checkPanels(prometheus) {
  let full = 0
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const series = await prometheus.query(panelQuery(expr))
      if (series.length > 0) full++
      else if (!(title in EMPTY_WHEN_HEALTHY)) report(`panel "${title}" is empty: ${expr}`)
    }
  log(`${panels.length} panels: ${full} queries have data in the healthy shop`)
}

async function checkEmptyPanels(prometheus, startedAt) {
  const names = new Set(panels.map(({ title }) => title))
  for (const title of Object.keys(EMPTY_WHEN_HEALTHY)) if (!names.has(title)) report(`there is no panel "${title}"`)
  let filled = 0
  for (const { title, targets } of panels.filter(({ title }) => title in EMPTY_WHEN_HEALTHY))
    for (const { expr } of targets) {
      if ((await prometheus.queryRange(panelQuery(expr), startedAt)).length > 0) filled++
      else report(`no fault has filled panel "${title}": ${expr}`)
    }
  log(`${filled} queries were filled by the faults`)
}

/** An indented line continues the query before it. */
async function checkDocumentedQueries(prometheus) {
  const blocks = [...readFileSync(join(root, 'docs/OPERATIONS.md'), 'utf8').matchAll(/^```promql\n(.*?)^```/gms)]
  const queries = blocks.flatMap(([, text]) => text.trim().split(/\n(?! )/))
  for (const query of queries) await prometheus.query(query).catch((error) => report(`docs/OPERATIONS.md: ${error.message}`))
  log(`${queries.length} queries of docs/OPERATIONS.md were evaluated`)
}

const matches = (wanted, labels) => Object.entries(wanted).every(([name, value]) => labels[name] === value)
const describe = ({ alertname, ...labels }) =>
  alertname + (Object.keys(labels).length > 0 ? `{${Object.entries(labels).map(([name, value]) => `${name}="${value}"`).join(', ')}}` : '')
const isFiring = async (prometheus, wanted) => (await prometheus.firing()).some((labels) => matches(wanted, labels))
const secondsSince = (time) => (Date.now() - time) / 1000

/** Returns a table row for each alert. */
async function tryFault(prometheus, { alerts, what, inject }) {
  const rows = []
  for (const alert of alerts) {
    const row = { alert: describe(alert), what, isSilentBefore: !(await isFiring(prometheus, alert)) }
    if (!row.isSilentBefore) report(`${row.alert} fires before its fault`)
    rows.push(row)
  }
  log(`fault: ${what}`)
  const injectedAt = Date.now()
  let repair
  try {
    repair = await inject()
    await Promise.all(
      alerts.map(async (alert, at) => {
        await until(`${describe(alert)} has not fired`, () => isFiring(prometheus, alert), FIRE_TIMEOUT)
        rows[at].firedAfter = secondsSince(injectedAt)
        log(`${rows[at].alert} fired after ${rows[at].firedAfter.toFixed(1)} s`)
      }),
    )
  } catch (error) {
    report(`${what}: ${error.message}`)
  }
  await repair?.()
  const repairedAt = Date.now()
  await Promise.all(
    alerts.map(async (alert, at) => {
      try {
        await until(`${describe(alert)} still fires after the repair`, async () => !(await isFiring(prometheus, alert)), SILENCE_TIMEOUT)
        rows[at].silentAfter = secondsSince(repairedAt)
        log(`${rows[at].alert} silent after ${rows[at].silentAfter.toFixed(1)} s`)
      } catch (error) {
        report(error.message)
      }
    }),
  )
  return rows
}

/** A fault may raise alerts of others: a frozen order service makes the shop slow. */
async function waitForSilence(prometheus) {
  const isSilent = async () => (await prometheus.firing()).length === 0
  await until('alerts still fire before the next fault', isSilent, SILENCE_TIMEOUT).catch((error) => report(error.message))
}

async function tryFaults(prometheus, groups) {
  const rows = []
  for (const chains of groups)
    await Promise.all(
      chains.map(async (chain) => {
        for (const each of chain) {
          // Only a chain that runs alone may expect silence.
          if (chains.length === 1) await waitForSilence(prometheus)
          rows.push(...(await tryFault(prometheus, each)))
        }
      }),
    )
  return rows
}

async function main() {
  checkRules()
  const { nats, valkey, mail, data, jobs, prometheusPort } = await startAll()
  const { startLoad } = await import('./load.mjs')
  const { faultGroups, rememberDatabases } = await import('./faults.mjs')
  const load = await startLoad()
  rememberDatabases()
  log(`load for ${WARM_UP_S} s`)
  await pause(WARM_UP_S * 1000)
  const prometheus = await startWatching(jobs, prometheusPort)
  const startedAt = Date.now() / 1000
  const firing = new Map()
  for (const end = Date.now() + JUDGED_S * 1000; Date.now() < end; await pause(1_000))
    for (const labels of await prometheus.firing()) firing.set(describe(labels), labels)
  for (const name of firing.keys()) report(`${name} fires in the healthy shop`)
  const slowest = await prometheus.query('topk(5, histogram_quantile(0.99, sum by (http_route, le) (rate(http_server_request_duration_bucket[1m]))))')
  log(`slowest routes (99 %): ${slowest.map(({ metric, value }) => `${metric.http_route} ${Number(value[1]).toFixed(3)} s`).join(', ')}`)
  await checkPanels(prometheus)
  await checkDocumentedQueries(prometheus)
  const rules = await prometheus.rules()
  for (const rule of rules) if (rule.health !== 'ok') report(`rule ${rule.name}: ${rule.lastError || rule.health}`)
  const alertRules = rules.filter(({ type }) => type === 'alerting')
  log(`${rules.length} rules are evaluated, ${alertRules.length} of them alerts; firing: ${firing.size}`)

  const all = faultGroups({ data, nats, valkey, mail, load })
  const chosen = process.env.FAULTS?.split(',').map(Number) ?? all.map((_, at) => at)
  const rows = await tryFaults(prometheus, chosen.map((at) => all[at]))
  if (!process.env.FAULTS) {
    const tried = new Set(all.flat(2).flatMap(({ alerts }) => alerts.map(({ alertname }) => alertname)))
    for (const { name } of alertRules) if (!tried.has(name)) report(`no fault is known for the alert ${name}`)
    await checkEmptyPanels(prometheus, startedAt)
  }
  const place = new Map(alertRules.map(({ name }, at) => [name, at]))
  rows.sort((one, other) => place.get(one.alert.split('{')[0]) - place.get(other.alert.split('{')[0]) || one.alert.localeCompare(other.alert))
  for (const each of await metricDifferences(jobs, join(observability, 'metrics.json'))) report(each)
  const statuses = [...load.statuses].sort().map(([status, count]) => `${count} × ${status}`)
  log(`answers: ${statuses.join(', ')}; mails accepted: ${mail.accepted}, refused: ${mail.refused}`)
  writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows, null, 1))
  console.log(table(rows))
  const isComplete = rows.every(({ firedAfter, silentAfter }) => firedAfter !== undefined && silentAfter !== undefined)
  if (process.argv.includes('--write') && isComplete) writeTable(join(root, 'docs/TELEMETRY.md'), rows, { factor: FACTOR, profile, firing: [...firing.keys()] })
  if (process.env.KEEP) await new Promise(() => {})
  await load.stop()
}

try {
  await main()
} catch (error) {
  report(error.stack)
}
await stopAll()
console.log(problems.length === 0 ? 'every panel has data, and every alert fires on its fault only' : `${problems.length} faults`)
for (const each of problems) console.log(`✗ ${each}`)
process.exit(problems.length === 0 ? 0 : 1)
