// Runs Lighthouse on every kind of page that guests see. Needs a shop with the demo (`cargo up`).
//
//   npm run lighthouse [-- [--languages az,ru,en] [kind of page…]]
//
// BASE_URL is the shop (http://127.0.0.1:8080), CHROMIUM the browser (/usr/bin/chromium). Speed is meaningful only on an idle machine.
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withBrowser } from './browser.mjs'
import { CATEGORIES, complaints, scores, SLOW, SPEED, speeds } from './gates.mjs'
import { PAGES, pathOf } from './pages.mjs'
import { base, withList } from './shop.mjs'
import { heading, row } from './table.mjs'

/** The median of these measurements counts. */
const RUNS = 5
/** Load average above which the machine counts as busy. */
const MAX_LOAD = 0.7

const { values, positionals: kinds } = parseArgs({
  allowPositionals: true,
  options: { languages: { type: 'string', default: 'az,ru,en' } },
})
const languages = values.languages.split(',')
const names = PAGES.map(({ name }) => name)
const unknown = kinds.find((kind) => !names.includes(kind))
if (unknown) throw new Error(`no page is called ${unknown}; there are ${names.join(', ')}`)
const pages = PAGES.filter(({ name }) => kinds.length === 0 || kinds.includes(name))

const [load] = loadavg()
if (load > MAX_LOAD) console.log(`The machine is busy (load ${load.toFixed(1)}): the measured times are too long.`)

const folder = mkdtempSync(join(tmpdir(), 'sovqat-lighthouse-'))
const missed = await withList((list) => withBrowser(folder, (browser) => judgeAll(browser, list)))
console.log(missed > 0 ? `${missed} gates failed; the reports are in ${folder}` : `All gates passed; the reports are in ${folder}`)
process.exit(missed > 0 ? 1 : 0)

/** Returns how many gates were missed. */
async function judgeAll(browser, list) {
  console.log(heading)
  let missedCount = 0
  for (const language of languages)
    for (const page of pages) missedCount += await judge(browser, page, base + inLanguage(language, await pathOf(page, list)), language)
  return missedCount
}

async function judge(browser, page, url, language) {
  const audit = (name, options) => browser.report(page, url, `${language}-${page.name.replaceAll(' ', '-')}-${name}`, options)
  const report = await audit('page', { categories: CATEGORIES })
  const figures = [...scores(report), ...(page.isFast && language === 'az' ? await measureSpeed(audit) : [])]
  console.log(row(`${language} ${page.name}`, figures))
  for (const { id, title, places } of CATEGORIES.flatMap((category) => complaints(report, category)))
    console.log([`   ✗ ${id}: ${title}`, ...places].join('\n     '))
  return figures.filter(({ isMet }) => !isMet).length
}

async function measureSpeed(audit) {
  const [usual, slow] = [[], []]
  for (let run = 1; run <= RUNS; run += 1) usual.push(await audit(`speed-${run}`, { categories: ['performance'] }))
  for (let run = 1; run <= RUNS; run += 1) slow.push(await audit(`slow-${run}`, { categories: ['performance'], isLineSlow: true }))
  return [...speeds(SPEED, usual), ...speeds(SLOW, slow)]
}

/** Azerbaijani has no prefix, and a home page no trailing slash. */
function inLanguage(language, path) {
  if (language === 'az') return path
  return `/${language}${path === '/' ? '' : path}`
}
