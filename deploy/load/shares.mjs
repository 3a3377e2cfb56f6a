// Measures the CPU use of each program during another measurement.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const seconds = Number(process.argv[2] ?? 15)
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100

/** A PostgreSQL backend is named with its database. */
function name(pid, program) {
  if (program !== 'postgres') return program
  const [, database] = /^postgres: \S+ (\S+) [[\d]/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? []
  return database ? `postgres ${database}` : program
}

function cpuTimes() {
  return new Map(
    readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)).flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
        const [user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13)
        return [[pid, { name: name(pid, program), ticks: Number(user) + Number(system) }]]
      } catch {
        return []
      }
    }),
  )
}

const before = cpuTimes()
await pause(seconds * 1000)
const shares = new Map()
for (const [pid, { name, ticks }] of cpuTimes()) {
  const spent = ticks - (before.get(pid)?.ticks ?? 0)
  shares.set(name, (shares.get(name) ?? 0) + spent)
}
const largest = [...shares].filter(([, spent]) => spent / TICKS_PER_SECOND / seconds >= 0.005).sort(([, a], [, b]) => b - a)
for (const [name, spent] of largest) console.log(`${name.padEnd(32)} ${((spent / TICKS_PER_SECOND / seconds) * 100).toFixed(1).padStart(6)} % of a core`)
