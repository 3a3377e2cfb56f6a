// The table of alerts and faults in docs/TELEMETRY.md.
import { readFileSync, writeFileSync } from 'node:fs'

const [BEGIN, END] = ['<!-- faults: written by deploy/observability/check/main.mjs --write -->', '<!-- end of faults -->']
const seconds = (value) => (value === undefined ? '**never**' : value.toFixed(0))

export function table(rows) {
  const lines = rows.map(
    ({ alert, what, isSilentBefore, firedAfter, silentAfter }) =>
      `| \`${alert}\` | ${what} | ${isSilentBefore ? 'yes' : '**no**'} | ${seconds(firedAfter)} | ${seconds(silentAfter)} |`,
  )
  return ['| alert | injected fault | silent before | fired after (s) | silent after the repair (s) |', '|---|---|:-:|--:|--:|', ...lines].join('\n')
}

export function writeTable(file, rows, { factor, profile, firing }) {
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`${file} has no place for the table`)
  const date = new Date().toISOString().slice(0, 10)
  const build = profile === 'release' ? 'release build' : 'development build'
  const fired = firing.length > 0 ? `these alerts fired: ${firing.join(', ')}` : 'no alert fired'
  const before = `Before the faults, under load, ${fired}.`
  const caption = `Measured on ${date}, ${build}, two cores. Durations of the rules divided by ${factor}. ${before}`
  writeFileSync(file, `${text.slice(0, begin)}${BEGIN}\n${caption}\n\n${table(rows)}\n\n${text.slice(end)}`)
}
