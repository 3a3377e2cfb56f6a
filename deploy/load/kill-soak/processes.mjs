// The replicas of a running shop: which are ready, and how much memory and how many open files each uses.
import { readdirSync, readFileSync } from 'node:fs'
import { environment, pause, processesOf } from '../shop.mjs'

/** The programs that are killed and checked, without the sandbox bank. */
export const PROGRAMS = ['auth', 'catalog', 'order', 'store', 'notification', 'seo', 'gateway']
/** The interval between two checks of readiness, in ms. */
const CHECK_INTERVAL = 250
/** The interval between two samples of memory and open files, in ms. */
const SAMPLE_INTERVAL = 5000
/** A replica counts as up when it has been ready for this long, in ms. */
const SETTLED = 2000

/** Returns whether the process with this admin address says that it is ready. */
const isReady = async (address) => {
  try {
    return (await fetch(`http://${address}/health/ready`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

/** Returns the environment of a process, or an empty one if the process has ended or does not run its program yet. */
function environmentOf(program, pid) {
  try {
    return environment(program, pid)
  } catch {
    return {}
  }
}

/** One of the two processes of a program. Its addresses stay the same when it is started again. */
export class Replica {
  /** The time since which the replica is ready, or undefined while it is not. */
  readySince = undefined
  /** The memory and open files at several times, with the id of the process. */
  samples = []

  constructor(program, number, { LISTEN, ADMIN_LISTEN }) {
    Object.assign(this, { program, name: `${program}-${number + 1}`, listen: LISTEN, admin: ADMIN_LISTEN })
  }

  /** The id of the process, or undefined while it does not run. */
  get pid() {
    const program = `sovqat-${this.program}`
    return processesOf(program).find((pid) => environmentOf(program, pid).ADMIN_LISTEN === this.admin)
  }

  get isUp() {
    return this.readySince !== undefined && Date.now() - this.readySince > SETTLED
  }

  /** Sends SIGKILL. Returns whether the process was running. */
  kill() {
    const { pid } = this
    if (!pid) return false
    this.readySince = undefined
    try {
      process.kill(pid, 'SIGKILL')
      return true
    } catch {
      // The process has ended by itself.
      return false
    }
  }

  /** Checks whether the replica is ready. */
  async check() {
    if (await isReady(this.admin)) this.readySince ??= Date.now()
    else this.readySince = undefined
  }
}

/** Returns all replicas, which must be running. */
export const findReplicas = () =>
  PROGRAMS.flatMap((program) => {
    const pids = processesOf(`sovqat-${program}`)
    if (pids.length < 2) throw new Error(`${program} has ${pids.length} replicas: the shop needs \`cargo up --replicas 2\``)
    const environments = pids.map((pid) => environment(`sovqat-${program}`, pid))
    const port = ({ ADMIN_LISTEN }) => Number(ADMIN_LISTEN.split(':')[1])
    return environments.sort((a, b) => port(a) - port(b)).map((values, number) => new Replica(program, number, values))
  })

/** Checks readiness until `isOver` returns true. */
export async function watch(replicas, isOver) {
  for (; !isOver(); await pause(CHECK_INTERVAL)) await Promise.all(replicas.map((replica) => replica.check()))
}

/** Returns the memory in MiB and the number of open files of a process; undefined if it has ended. */
function usage(pid) {
  try {
    const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1024
    return { memory, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return undefined
  }
}

/** Records the usage of all replicas until `isOver` returns true. */
export async function sample(replicas, isOver) {
  for (; !isOver(); await pause(SAMPLE_INTERVAL))
    for (const replica of replicas) {
      const { pid } = replica
      const used = pid && usage(pid)
      if (used) replica.samples.push({ pid, at: Date.now(), ...used })
    }
}

/** Returns the middle one of the numbers. */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/**
 * Compares the memory and open files in the second and in the last quarter of the life of each program's oldest
 * process. Returns a row for each program, and a fault for each figure that has grown by more than the limit: `share`
 * of the earlier figure, plus `memory` in MiB or `files`.
 */
export function growth(replicas, { minimumLife, share, memory, files }) {
  const [rows, faults] = [[], []]
  for (const program of PROGRAMS) {
    const lives = new Map()
    for (const replica of replicas.filter((replica) => replica.program === program))
      for (const taken of replica.samples) lives.set(taken.pid, [...(lives.get(taken.pid) ?? []), taken])
    const longest = [...lives.values()].sort((a, b) => b.length - a.length)[0] ?? []
    const life = longest.length > 1 ? longest.at(-1).at - longest[0].at : 0
    const quarter = (number) => longest.slice(Math.floor((longest.length * number) / 4), Math.ceil((longest.length * (number + 1)) / 4))
    if (life < minimumLife) {
      faults.push(`the oldest process of ${program} lived for ${Math.round(life / 1000)} s, too short to see whether it grows`)
      continue
    }
    const row = { program, seconds: Math.round(life / 1000) }
    for (const [what, allowance] of [['memory', memory], ['files', files]]) {
      const [early, late] = [1, 3].map((number) => median(quarter(number).map((taken) => taken[what])))
      row[what] = [Math.round(early), Math.round(late)]
      if (late > early * (1 + share) + allowance) faults.push(`${what} of ${program} grew from ${row[what].join(' to ')} in ${row.seconds} s`)
    }
    rows.push(row)
  }
  return { rows, faults }
}
