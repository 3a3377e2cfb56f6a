// Readiness, memory and open files of a running shop's replicas.
import { readdirSync, readFileSync } from 'node:fs'
import { environment, pause, processesOf } from '../shop.mjs'

export const PROGRAMS = ['auth', 'catalog', 'order', 'store', 'notification', 'seo', 'gateway']
const CHECK_INTERVAL_MS = 250
const SAMPLE_INTERVAL_MS = 5000
/** A replica is up when it has been ready for this long. */
const MIN_READY_TIME_MS = 2000

const isReady = async (address) => {
  try {
    return (await fetch(`http://${address}/health/ready`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

/** Returns an empty object if the process does not run its program. */
function environmentOf(program, pid) {
  try {
    return environment(program, pid)
  } catch {
    return {}
  }
}

/** A place for a process. Its addresses survive restarts. */
export class Replica {
  readySince = undefined
  samples = []

  constructor(program, number, { LISTEN, ADMIN_LISTEN }) {
    Object.assign(this, { program, name: `${program}-${number + 1}`, listen: LISTEN, admin: ADMIN_LISTEN })
  }

  get pid() {
    const program = `sovqat-${this.program}`
    return processesOf(program).find((pid) => environmentOf(program, pid).ADMIN_LISTEN === this.admin)
  }

  get isUp() {
    return this.readySince !== undefined && Date.now() - this.readySince > MIN_READY_TIME_MS
  }

  kill() {
    const { pid } = this
    if (!pid) return false
    this.readySince = undefined
    try {
      process.kill(pid, 'SIGKILL')
      return true
    } catch {
      return false
    }
  }

  async check() {
    if (await isReady(this.admin)) this.readySince ??= Date.now()
    else this.readySince = undefined
  }
}

export const findReplicas = () =>
  PROGRAMS.flatMap((program) => {
    const pids = processesOf(`sovqat-${program}`)
    if (pids.length < 2) throw new Error(`${program} has ${pids.length} replicas: the shop needs \`cargo up --replicas 2\``)
    const environments = pids.map((pid) => environment(`sovqat-${program}`, pid))
    const port = ({ ADMIN_LISTEN }) => Number(ADMIN_LISTEN.split(':')[1])
    return environments.sort((a, b) => port(a) - port(b)).map((values, number) => new Replica(program, number, values))
  })

export async function watch(replicas, isOver) {
  for (; !isOver(); await pause(CHECK_INTERVAL_MS)) await Promise.all(replicas.map((replica) => replica.check()))
}

/** Memory is in MiB. */
function usage(pid) {
  try {
    const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1024
    return { memory, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return undefined
  }
}

export async function sample(replicas, isOver) {
  for (; !isOver(); await pause(SAMPLE_INTERVAL_MS))
    for (const replica of replicas) {
      const { pid } = replica
      const used = pid && usage(pid)
      if (used) replica.samples.push({ pid, at: Date.now(), ...used })
    }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Compares the second and the last quarter of the life of each program's oldest process. */
export function growth(replicas, { minimumLife, share, memory, files }) {
  const [rows, faults] = [[], []]
  for (const program of PROGRAMS) {
    const samplesByPid = new Map()
    for (const replica of replicas.filter((replica) => replica.program === program))
      for (const taken of replica.samples) samplesByPid.set(taken.pid, [...(samplesByPid.get(taken.pid) ?? []), taken])
    const longest = [...samplesByPid.values()].sort((a, b) => b.length - a.length)[0] ?? []
    const life = longest.length > 1 ? longest.at(-1).at - longest[0].at : 0
    /** Quarters are counted from 0. */
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
