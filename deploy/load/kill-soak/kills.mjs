// Kills parts of a running shop. A seed decides which part and when, so that a run can be repeated. Records the
// outages, during which shoppers' requests may fail.
import { connectTo } from '../sql.mjs'
import { environment, kill, pause, processesOf, seededRandom } from '../shop.mjs'
import { PROGRAMS } from './processes.mjs'

/** How often each kind of kill is chosen, relative to the others. The last two are outages, after which requests may fail. */
const WEIGHTS = { replica: 60, backend: 10, backends: 4, nats: 10, valkey: 8, bank: 4, postgres: 3, service: 3 }
const OUTAGES = ['postgres', 'service']
/** The pause between two kills, in ms. */
const [MIN_PAUSE, MAX_PAUSE] = [500, 3500]
/** The time before NATS or Valkey is started again, in ms. */
const [MIN_AWAY, MAX_AWAY] = [200, 8000]
/** How long to wait for the end of an outage, in ms. */
const OUTAGE_TIMEOUT = 300_000
/** How long programs may take to connect to PostgreSQL again, in ms. */
const RECOVERY = 2000
const DATABASES = ['auth', 'catalog', 'order', 'store', 'notification', 'seo']

export class Killer {
  /** How often each victim was killed. */
  killed = new Map()
  /** The periods in which requests may fail: what was away, from when until when. */
  outages = []
  /** The restarts of NATS and Valkey that are under way. */
  #restarts = []

  /**
   * `servers` are NATS and Valkey by name. From the time `spareFrom` on, there are no outages, and one replica of
   * each program is not killed, so that the test can see whether its memory grows. Without `withOutages`, a program
   * always has a running replica, and PostgreSQL is not killed.
   */
  constructor({ replicas, servers, seed, spareFrom, withOutages, log }) {
    Object.assign(this, { replicas, servers, spareFrom, log, random: seededRandom(seed) })
    this.urls = new Map(DATABASES.map((name) => [name, environment(`sovqat-${name}`)[`${name.toUpperCase()}_DATABASE_URL`]]))
    this.spared = PROGRAMS.map((program) => this.#choose(this.#of(program)))
    this.kinds = Object.entries(WEIGHTS).flatMap(([kind, weight]) => (withOutages || !OUTAGES.includes(kind) ? Array(weight).fill(kind) : []))
  }

  get #isSparing() {
    return Date.now() > this.spareFrom
  }

  /** The number of kills. */
  get count() {
    return [...this.killed.values()].reduce((sum, times) => sum + times, 0)
  }

  /** Returns whether a request between these times may have failed because of an outage. */
  isExcused = ({ from, until }) => this.outages.some((outage) => from <= (outage.until ?? Infinity) && until >= outage.from)

  /** Kills until `isOver` returns true, and then waits until everything runs again. */
  async run(isOver) {
    while (!isOver()) {
      await pause(MIN_PAUSE + this.random.below(MAX_PAUSE - MIN_PAUSE))
      const kind = this.#choose(this.kinds)
      if (!this.#isSparing || !OUTAGES.includes(kind)) await this[kind]()
    }
    await Promise.all(this.#restarts)
    await this.#until(() => this.replicas.every((replica) => replica.isUp), OUTAGE_TIMEOUT, 'all replicas are up again')
  }

  /** Kills one replica of a program, if both are up, so that the other one can take its calls. */
  async replica() {
    const program = this.#choose(PROGRAMS)
    const victim = this.#choose(this.#of(program).filter((replica) => !this.#isSpared(replica)))
    if (this.#isWhole(program) && victim.kill()) this.#note(program)
  }

  /** Ends one connection of a service to PostgreSQL. */
  backend = () => this.#terminate('limit 1', 'a connection to PostgreSQL')

  /** Ends all connections of a service to PostgreSQL. */
  backends = () => this.#terminate('', 'all connections of a service')

  /** Ends connections of a service to PostgreSQL in random order, as many as the SQL clause `limit` allows. */
  async #terminate(limit, what) {
    const connection = connectTo(this.urls.get(this.#choose(DATABASES)))
    const others = `select pid from pg_stat_activity where usename = current_user and pid <> pg_backend_pid() order by random() ${limit}`
    const ended = await connection.query(`select pg_terminate_backend(pid) from (${others}) as victim`).catch(() => [])
    connection.end()
    if (ended.length > 0) this.#note(what)
  }

  nats = () => this.#killServer('nats')
  valkey = () => this.#killServer('valkey')

  /** Kills a server and starts it again later. Meanwhile, other parts are killed. */
  async #killServer(name) {
    const server = this.servers[name]
    if (server.isAway) return
    server.isAway = true
    await server.kill()
    this.#note(name)
    const away = MIN_AWAY + this.random.below(MAX_AWAY - MIN_AWAY)
    const restart = pause(away).then(() => server.start()).then(() => (server.isAway = false))
    this.#restarts.push(restart)
    // `run` reports a failure at the end.
    restart.catch(() => {})
  }

  /** Kills the sandbox bank. It has one process, so it is away for a moment, as a real bank can be. */
  async bank() {
    if (kill('sovqat-bank')) this.#note('bank')
  }

  /** Stops the whole PostgreSQL at once (SIGQUIT, `immediate`), or kills its first process. */
  async postgres() {
    const signal = this.random.next() < 0.5 ? 'SIGQUIT' : 'SIGKILL'
    await this.#outage('PostgreSQL', () => {
      const [pid] = processesOf('postgres')
      if (pid) process.kill(pid, signal)
      return Boolean(pid)
    })
  }

  /** Kills both replicas of a service. */
  async service() {
    const program = this.#choose(DATABASES)
    if (!this.#isWhole(program)) return
    await this.#outage(`both replicas of ${program}`, () => this.#of(program).map((replica) => replica.kill()).some(Boolean))
  }

  /** Runs `act`, which kills something without a replacement, and records the outage until everything is up again. */
  async #outage(what, act) {
    const outage = { what, from: Date.now() }
    if (!act()) return
    this.#note(what)
    this.outages.push(outage)
    // Wait, because the replicas' readiness is not checked all the time. Readiness also does not depend on the database.
    await pause(1000)
    while (!(await this.#databaseAnswers())) await pause(100)
    await pause(RECOVERY)
    await this.#until(() => this.replicas.every((replica) => replica.isUp), OUTAGE_TIMEOUT, `everything is up again after ${what}`)
    outage.until = Date.now()
    this.log(`${what} was away: everything is up again after ${((outage.until - outage.from) / 1000).toFixed(1)} s`)
  }

  async #databaseAnswers() {
    const connection = connectTo(this.urls.get('order'))
    const answers = await connection.query('select 1').then(() => true, () => false)
    connection.end()
    return answers
  }

  /** Waits until the condition is true, or fails after the timeout. */
  async #until(condition, timeout, what) {
    for (const until = Date.now() + timeout; !condition(); await pause(100))
      if (Date.now() > until) throw new Error(`not within ${timeout / 1000} s: ${what}`)
  }

  #of = (program) => this.replicas.filter((replica) => replica.program === program)
  #isWhole = (program) => this.#of(program).every((replica) => replica.isUp)
  #isSpared = (replica) => this.#isSparing && this.spared.includes(replica)
  #choose = (list) => list[this.random.below(list.length)]
  #note = (what) => this.killed.set(what, (this.killed.get(what) ?? 0) + 1)
}
