// Starts and stops the shop, Prometheus, NATS and Valkey.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const DEBIAN_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin']
/** The first start composes the product pictures. */
const SHOP_START_TIMEOUT = 600_000
const STOP_TIMEOUT = 10_000

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

const folders = [...(process.env.PATH ?? '').split(':'), ...DEBIAN_FOLDERS]
const pathOf = (name) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))

export function find(name, debianPackage = name) {
  const found = pathOf(name)
  if (!found) throw new Error(`${name} is missing: apt install ${debianPackage}`)
  return found
}

const running = new Set()

export function start(path, args, { log, env = {}, cwd }) {
  const output = openSync(log, 'w')
  const child = spawn(path, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', output, output] })
  closeSync(output)
  child.once('exit', () => running.delete(child))
  running.add(child)
  return child
}

export function stop(child, signal = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
    child.once('exit', () => done(clearTimeout(late)))
    child.kill(signal)
  })
}

/** Stops all programs, the last one first. */
export async function stopAll() {
  for (const child of [...running].reverse()) await stop(child)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.once(signal, async () => {
    await stopAll()
    process.exit(1)
  })

/** `PORTS=8400` selects the first port to try. */
let nextPort = Number(process.env.PORTS ?? 20_000 + Math.floor(Math.random() * 9_000))
export async function freePort() {
  for (;;) {
    const port = nextPort++
    const isFree = await new Promise((done) => {
      const server = createServer()
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
    })
    if (isFree) return port
  }
}

/** Waits until `isTrue` returns something true, and returns it. */
export async function until(what, isTrue, timeout) {
  const startedAt = Date.now()
  for (;;) {
    const value = await isTrue()
    if (value) return value
    if (Date.now() - startedAt > timeout) throw new Error(`after ${timeout / 1000} s: ${what}`)
    await pause(250)
  }
}

export async function startShop({ launcher, root, data, log, port, profile, env }) {
  const args = ['up', '--fresh', '--no-build', '--demo', 'full', '--pictures', 'few', '--profile', profile]
  const child = start(launcher, [...args, '--port', String(port), '--data', data], { log, env, cwd: root })
  await until(
    `the shop is not ready; see ${log}`,
    () => {
      if (child.exitCode !== null) throw new Error(`the shop did not start; the end of ${log}:\n${readFileSync(log, 'utf8').slice(-3000)}`)
      return /^ready http/m.test(readFileSync(log, 'utf8').replace(/\x1b\[[0-9;]*m/g, ''))
    },
    SHOP_START_TIMEOUT,
  )
  return { url: `http://127.0.0.1:${port}`, child }
}

export async function startNats({ port, folder, log }) {
  const child = start(find('nats-server'), ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder], { log })
  await until(`nats-server has not started; see ${log}`, () => /Server is ready/.test(readFileSync(log, 'utf8')), 20_000)
  return child
}

/** Starts Valkey, or the older Redis of Debian 12. */
export async function startValkey({ port, log }) {
  const path = pathOf('valkey-server') ?? find('redis-server')
  const child = start(path, ['--bind', '127.0.0.1', '--port', String(port), '--save', ''], { log })
  await until(`${path} has not started; see ${log}`, () => /Ready to accept connections/.test(readFileSync(log, 'utf8')), 20_000)
  return child
}

/** `jobs` are pairs of a job and its address. */
export async function startPrometheus({ folder, port, jobs, rules, scrapeInterval, lookback, log }) {
  mkdirSync(folder, { recursive: true })
  const config = {
    global: { scrape_interval: scrapeInterval, scrape_timeout: scrapeInterval, evaluation_interval: scrapeInterval },
    rule_files: rules,
    scrape_configs: jobs.map(([job, address]) => ({ job_name: job, static_configs: [{ targets: [address] }] })),
  }
  // YAML includes JSON.
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, JSON.stringify(config, null, 1))
  execFileSync(find('promtool', 'prometheus'), ['check', 'config', file], { stdio: 'pipe' })
  const child = start(
    find('prometheus'),
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--query.lookback-delta=${lookback}`,
    ],
    { log },
  )
  const url = `http://127.0.0.1:${port}`
  await until(
    `Prometheus is not ready; see ${log}`,
    async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok,
    30_000,
  )
  return { url, child }
}
