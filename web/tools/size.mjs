// Compares the size of the built files, compressed with brotli, with their budgets (`npm run size`).
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DIST = new URL('../dist/', import.meta.url).pathname
// The budgets: the scripts of a first visit, each chunk that is loaded later, and the styles.
const INITIAL_KB = 130
const LAZY_KB = 40
const CSS_KB = 12
/** Each first visit loads these keys of Vite's manifest. */
const ENTRY = 'index.html'
const LOCALE = 'shared/i18n/messages/az.ts'
const PAGES = ['home', 'category', 'product']

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
const kilobytes = (file) => statSync(join(DIST, `${file}.br`)).size / 1000

/** Returns the keys of the modules with all that they import, directly or indirectly. */
function closure(keys) {
  const visited = new Set()
  const visit = (key) => {
    if (visited.has(key)) return
    visited.add(key)
    manifest[key].imports?.forEach(visit)
  }
  keys.forEach(visit)
  return [...visited]
}

const filesOf = (keys, kind) => {
  const files = closure(keys).flatMap((key) => (kind === 'css' ? (manifest[key].css ?? []) : [manifest[key].file]))
  return [...new Set(files)]
}
const totalKilobytes = (files) => files.reduce((total, file) => total + kilobytes(file), 0)

const sizes = []
for (const page of PAGES) {
  const roots = [ENTRY, LOCALE, `src/routes/${page}.tsx`]
  sizes.push({ name: `${page}: initial JS`, size: totalKilobytes(filesOf(roots, 'js')), budget: INITIAL_KB })
  sizes.push({ name: `${page}: CSS`, size: totalKilobytes(filesOf(roots, 'css')), budget: CSS_KB })
}

const entryFiles = new Set(filesOf([ENTRY], 'js'))
for (const { file } of Object.values(manifest)) {
  if (file.endsWith('.js') && !entryFiles.has(file)) sizes.push({ name: `chunk ${file}`, size: kilobytes(file), budget: LAZY_KB })
}

// Several modules may be in the same chunk.
const unique = [...new Map(sizes.map((entry) => [entry.name, entry])).values()]
const overBudget = unique.filter(({ size, budget }) => size > budget)
for (const { name, size, budget } of unique) {
  console.log(`${size > budget ? '✗' : '✓'} ${name.padEnd(44)} ${size.toFixed(1).padStart(6)} kB br of ${budget}`)
}
process.exit(overBudget.length > 0 ? 1 : 0)
