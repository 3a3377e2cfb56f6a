// Prints the brotli size of the files that a first visit loads. Fails above the budget.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DIST = new URL('../dist/', import.meta.url).pathname
const INITIAL_KB = 130
const LAZY_KB = 40
const CSS_KB = 12
const ENTRY = 'index.html'
const LOCALE = 'shared/i18n/messages/az.ts'
const PAGES = ['home', 'category', 'product']

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
const kilobytes = (file) => statSync(join(DIST, `${file}.br`)).size / 1000

function closure(keys) {
  const seen = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    manifest[key].imports?.forEach(visit)
  }
  keys.forEach(visit)
  return [...seen]
}

const filesOf = (keys, kind) => [
  ...new Set(closure(keys).flatMap((key) => (kind === 'css' ? (manifest[key].css ?? []) : [manifest[key].file]))),
]
const sum = (files) => files.reduce((total, file) => total + kilobytes(file), 0)

const rows = []
for (const page of PAGES) {
  const roots = [ENTRY, LOCALE, `src/routes/${page}.tsx`]
  rows.push([`${page}: initial JS`, sum(filesOf(roots, 'js')), INITIAL_KB])
  rows.push([`${page}: CSS`, sum(filesOf(roots, 'css')), CSS_KB])
}
const first = new Set(filesOf([ENTRY], 'js'))
for (const { file } of Object.values(manifest)) {
  if (file.endsWith('.js') && !first.has(file)) rows.push([`chunk ${file}`, kilobytes(file), LAZY_KB])
}

const unique = [...new Map(rows.map((row) => [row[0], row])).values()]
const overBudget = unique.filter(([, size, budget]) => size > budget)
for (const [name, size, budget] of unique) {
  console.log(`${size > budget ? '✗' : '✓'} ${name.padEnd(44)} ${size.toFixed(1).padStart(6)} kB br of ${budget}`)
}
process.exit(overBudget.length > 0 ? 1 : 0)
