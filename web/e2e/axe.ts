// Checks the current page with axe, a checker of accessibility rules that runs inside the page.

import axe from 'axe-core'
import { expect, type Page } from '@playwright/test'

/** Rules that depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Options of all runs of axe. */
const COMMON = {
  // Selectors of passed checks are never read, and computing them takes longer than the checks.
  resultTypes: ['violations' as const],
  // No rule that runs here reads style sheets.
  preload: false,
}

/** Options for the rules that do not depend on the theme: names, roles and sizes. */
const THEMELESS = {
  ...COMMON,
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true }, ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
}

/** Options for the rules that depend on the theme. */
const COLOURS = { ...COMMON, runOnly: { type: 'rule' as const, values: COLOUR_RULES } }

/** Header and footer have the same colours on every page, so only a few states check them. */
const LAYOUT = ['#root > header', '#root > footer']

interface Scope {
  /** Selector of the part to check. The rest of the page is skipped. */
  within?: string
  /** Checks the colours of header and footer as well. */
  isFramed?: boolean
}

/** Runs axe on the current page, and its colour rules in both themes. Leaves the page in the dark theme. */
export async function expectNoViolations(page: Page, name: string, { within, isFramed = false }: Scope = {}) {
  const include = [within ?? 'html']
  const coloured = { include, exclude: within || isFramed ? [] : LAYOUT }
  await injectAxe(page)
  await switchTheme(page, 'light')
  expect.soft(await violations(page, { where: { include }, checks: THEMELESS }), name).toEqual([])
  expect.soft(await violations(page, { where: coloured, checks: COLOURS }), `${name}, light`).toEqual([])
  await switchTheme(page, 'dark')
  expect.soft(await violations(page, { where: coloured, checks: COLOURS }), `${name}, dark`).toEqual([])
}

/** Loads axe, at most once per document, because its source is half a megabyte. */
async function injectAxe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

/** Switches the theme and waits for transitions to end, because colours in between are meaningless. */
async function switchTheme(page: Page, colorScheme: 'light' | 'dark') {
  await expect(page.locator('[aria-busy=true]:is(.opacity-60, .opacity-70)')).toHaveCount(0)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    // Skips endless animations, because their `finished` never resolves.
    const changes = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

/** The parts of the page to check, as selectors, and the rules to check there. */
interface Run {
  where: { include: string[]; exclude?: string[] }
  checks: typeof THEMELESS | typeof COLOURS
}

/** Runs axe, and describes each broken rule with up to three elements that break it. */
async function violations(page: Page, { where, checks }: Run) {
  const brokenRules = await page.evaluate(
    async (run) => {
      // `injectAxe` defined this global in the page.
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const { violations } = await inPage.run(run.where, run.checks)
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }))
    },
    { where, checks },
  )
  // A few elements are enough to find the mistake.
  return brokenRules.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
