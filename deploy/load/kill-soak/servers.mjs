// Starts NATS, Valkey (or Redis), and `cargo up`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pause } from '../shop.mjs'

const START_TIMEOUT_MS = 15_000
const SHOP_START_TIMEOUT_MS = 1_800_000
const SHOP_STOP_TIMEOUT_MS = 15_000

/** Debian's folder for servers is not in everybody's PATH. */
function findProgram(names, advice) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
  if (!found) throw new Error(`${names.join(' and ')} cannot be found: ${advice}`)
  return found
}

const accepts = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => (socket.destroy(), done(true)))
    socket.on('error', () => done(false))
  })

class Server {
  constructor(name, program, args, port, log) {
    Object.assign(this, { name, program, args, port, log })
  }

  async start() {
    if (await accepts(this.port)) throw new Error(`port ${this.port} for ${this.name} is in use`)
    const output = openSync(this.log, 'a')
    this.process = spawn(this.program, this.args, { stdio: ['ignore', output, output] })
    for (const until = Date.now() + START_TIMEOUT_MS; !(await accepts(this.port)); await pause(50))
      if (this.process.exitCode !== null || Date.now() > until) throw new Error(`${this.name} does not start: see ${this.log}`)
  }

  async kill() {
    const ended = new Promise((done) => this.process.once('exit', done))
    this.process.kill('SIGKILL')
    await ended
  }

  get pid() {
    return this.process.pid
  }
}

export function nats(port, folder) {
  const program = findProgram(['nats-server'], 'apt install nats-server, or get it from nats.io and put it into PATH')
  const disk = join(folder, 'jetstream')
  rmSync(disk, { recursive: true, force: true })
  return new Server('nats', program, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', disk], port, join(folder, 'nats.log'))
}

export function valkey(port, folder) {
  const program = findProgram(['valkey-server', 'redis-server'], 'apt install redis-server')
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder]
  return new Server('valkey', program, args, port, join(folder, 'valkey.log'))
}

export const valkeyInfo = (port, name) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('INFO\r\n'))
    let text = ''
    socket.on('error', () => done(0))
    socket.setTimeout(2000, () => (socket.destroy(), done(0)))
    socket.on('data', (part) => {
      text += part
      const found = new RegExp(`${name}:(\\d+)`).exec(text)
      if (found) (socket.destroy(), done(Number(found[1])))
    })
  })

export async function startShop({ launcher, args, port, folder, settings, onStart }) {
  mkdirSync(folder, { recursive: true })
  const log = join(folder, 'shop.log')
  const output = openSync(log, 'w')
  const [program, ...first] = launcher
  const options = ['--fresh', '--replicas', '2', '--port', String(port), '--data', join(folder, 'data'), ...args]
  const root = new URL('../../..', import.meta.url).pathname
  const env = { ...process.env, ...settings }
  const shop = spawn(program, [...first, ...options], { cwd: root, env, stdio: ['ignore', output, output], detached: true })
  const hasEnded = () => shop.exitCode !== null || shop.signalCode !== null
  const stop = async () => {
    if (!hasEnded()) shop.kill('SIGTERM')
    for (const until = Date.now() + SHOP_STOP_TIMEOUT_MS; !hasEnded() && Date.now() < until; ) await pause(50)
  }
  // The shop must not outlive a test that ends before it is ready.
  onStart(stop)
  shop.on('error', (error) => console.error(`${program}: ${error.message}`))
  // `cargo up` prints this line when all programs are ready.
  for (const until = Date.now() + SHOP_START_TIMEOUT_MS; !/^ready http/m.test(readFileSync(log, 'utf8')); await pause(200)) {
    if (!hasEnded() && Date.now() < until) continue
    await stop()
    throw new Error(`the shop has not started; the end of ${log}:\n${readFileSync(log, 'utf8').split('\n').slice(-15).join('\n')}`)
  }
}
