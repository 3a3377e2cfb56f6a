// Kills parts of a running shop, and records the outages, in which requests may fail.
import { connectTo } from '../sql.mjs'
import { environment, kill, pause, processesOf, seededRandom } from '../shop.mjs'
import { PROGRAMS } from './processes.mjs'

/** How often each kind of kill is chosen. The kinds are methods of `Killer`. */
const WEIGHTS = { replica: 60, backend: 10, backends: 4, nats: 10, valkey: 8, bank: 4, postgres: 3, service: 3 }
const OUTAGES = ['postgres', 'service']
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [500, 3500]
/** NATS and Valkey are down for this long. */
const [MIN_AWAY_MS, MAX_AWAY_MS] = [200, 8000]
const OUTAGE_TIMEOUT_MS = 300_000
const RECONNECT_TIME_MS = 2000
const SERVICES = ['auth', 'catalog', 'order', 'store', 'notification', 'seo']

export class Killer {
  killed = new Map()
  outages = []
  #restarts = []

  /** After `spareFrom`, there are no outages, and one replica of each program is spared. */
  constructor({ replicas, servers, seed, spareFrom, withOutages, log }) {
    Object.assign(this, { replicas, servers, spareFrom, log, random: seededRandom(seed) })
    this.urls = new Map(SERVICES.map((name) => [name, environment(`sovqat-${name}`)[`${name.toUpperCase()}_DATABASE_URL`]]))
    this.spared = PROGRAMS.map((program) => this.#choose(this.#of(program)))
    this.kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) => (withOutages || !OUTAGES.includes(kind) ? Array(weight).fill(kind) : []))
  }

  get #isSparing() {
    return Date.now() > this.spareFrom
  }

  get count() {
    return [...this.killed.values()].reduce((sum, times) => sum + times, 0)
  }

  /** A request may fail if it overlaps an outage. */
  isExcused = ({ from, until }) => this.outages.some((outage) => from <= (outage.until ?? Infinity) && until >= outage.from)

  async run(isOver) {
    while (!isOver()) {
      await pause(MIN_PAUSE_MS + this.random.below(MAX_PAUSE_MS - MIN_PAUSE_MS))
      const kind = this.#choose(this.kinds)
      if (!this.#isSparing || !OUTAGES.includes(kind)) await this[kind]()
    }
    await Promise.all(this.#restarts)
    await this.#until(() => this.replicas.every((replica) => replica.isUp), OUTAGE_TIMEOUT_MS, 'all replicas are up again')
  }

  async replica() {
    const program = this.#choose(PROGRAMS)
    const victim = this.#choose(this.#of(program).filter((replica) => !this.#isSpared(replica)))
    if (this.#isWhole(program) && victim.kill()) this.#recordKill(program)
  }

  backend = () => this.#terminate('limit 1', 'a connection to PostgreSQL')

  backends = () => this.#terminate('', 'all connections of a service')

  async #terminate(limit, what) {
    const connection = connectTo(this.urls.get(this.#choose(SERVICES)))
    const others = `select pid from pg_stat_activity where usename = current_user and pid <> pg_backend_pid() order by random() ${limit}`
    const ended = await connection.query(`select pg_terminate_backend(pid) from (${others}) as victim`).catch(() => [])
    connection.end()
    if (ended.length > 0) this.#recordKill(what)
  }

  nats = () => this.#killServer('nats')
  valkey = () => this.#killServer('valkey')

  async #killServer(name) {
    const server = this.servers[name]
    if (server.isAway) return
    server.isAway = true
    await server.kill()
    this.#recordKill(name)
    const away = MIN_AWAY_MS + this.random.below(MAX_AWAY_MS - MIN_AWAY_MS)
    const restart = pause(away).then(() => server.start()).then(() => (server.isAway = false))
    this.#restarts.push(restart)
    // `run` awaits `#restarts` and reports a failure.
    restart.catch(() => {})
  }

  async bank() {
    if (kill('sovqat-bank')) this.#recordKill('bank')
  }

  async postgres() {
    const signal = this.random.next() < 0.5 ? 'SIGQUIT' : 'SIGKILL'
    await this.#outage('PostgreSQL', () => {
      const [pid] = processesOf('postgres')
      if (pid) process.kill(pid, signal)
      return Boolean(pid)
    })
  }

  async service() {
    const program = this.#choose(SERVICES)
    if (!this.#isWhole(program)) return
    await this.#outage(`both replicas of ${program}`, () => this.#of(program).map((replica) => replica.kill()).some(Boolean))
  }

  async #outage(what, act) {
    const outage = { what, from: Date.now() }
    if (!act()) return
    this.#recordKill(what)
    this.outages.push(outage)
    // Readiness is checked at intervals, and ignores the database.
    await pause(1000)
    while (!(await this.#databaseAnswers())) await pause(100)
    await pause(RECONNECT_TIME_MS)
    await this.#until(() => this.replicas.every((replica) => replica.isUp), OUTAGE_TIMEOUT_MS, `everything is up again after ${what}`)
    outage.until = Date.now()
    this.log(`${what} was away: everything is up again after ${((outage.until - outage.from) / 1000).toFixed(1)} s`)
  }

  async #databaseAnswers() {
    const connection = connectTo(this.urls.get('order'))
    const answers = await connection.query('select 1').then(() => true, () => false)
    connection.end()
    return answers
  }

  async #until(condition, timeout, what) {
    for (const until = Date.now() + timeout; !condition(); await pause(100))
      if (Date.now() > until) throw new Error(`not within ${timeout / 1000} s: ${what}`)
  }

  #of = (program) => this.replicas.filter((replica) => replica.program === program)
  #isWhole = (program) => this.#of(program).every((replica) => replica.isUp)
  #isSpared = (replica) => this.#isSparing && this.spared.includes(replica)
  #choose = (list) => list[this.random.below(list.length)]
  #recordKill = (what) => this.killed.set(what, (this.killed.get(what) ?? 0) + 1)
}
