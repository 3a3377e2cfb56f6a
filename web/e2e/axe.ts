// Checks the accessibility of a page with axe: its structure once, and its colours in both themes.

import axe from 'axe-core'
import { expect, type Page } from '@playwright/test'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const COMMON_OPTIONS = {
  // Selectors of passed checks are never read, and computing them takes longer than the checks.
  resultTypes: ['violations' as const],
  // No rule that runs here reads style sheets.
  preload: false,
}

const STRUCTURE_CHECKS = {
  ...COMMON_OPTIONS,
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true }, ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
}

const COLOUR_CHECKS = { ...COMMON_OPTIONS, runOnly: { type: 'rule' as const, values: COLOUR_RULES } }

/** Header and footer have the same colours on every page, so only a few states check them. */
const HEADER_AND_FOOTER = ['#root > header', '#root > footer']

interface Scope {
  /** The selector of the only part to check. */
  within?: string
  /** Whether to check the colours of header and footer. */
  withHeaderAndFooter?: boolean
}

/** Leaves the page in the dark theme. */
export async function expectNoViolations(page: Page, name: string, { within, withHeaderAndFooter = false }: Scope = {}) {
  const include = [within ?? 'html']
  const colourScope = { include, exclude: within || withHeaderAndFooter ? [] : HEADER_AND_FOOTER }
  await injectAxe(page)
  await switchTheme(page, 'light')
  expect.soft(await violations(page, { where: { include }, checks: STRUCTURE_CHECKS }), name).toEqual([])
  expect.soft(await violations(page, { where: colourScope, checks: COLOUR_CHECKS }), `${name}, light`).toEqual([])
  await switchTheme(page, 'dark')
  expect.soft(await violations(page, { where: colourScope, checks: COLOUR_CHECKS }), `${name}, dark`).toEqual([])
}

async function injectAxe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

/** Waits for transitions to end, because colours in between are meaningless. */
async function switchTheme(page: Page, colorScheme: 'light' | 'dark') {
  // The shop fades parts that are being updated.
  await expect(page.locator('[aria-busy=true]:is(.opacity-60, .opacity-70)')).toHaveCount(0)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    // `finished` of an endless animation never resolves.
    const changes = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

interface Run {
  where: { include: string[]; exclude?: string[] }
  checks: typeof STRUCTURE_CHECKS | typeof COLOUR_CHECKS
}

async function violations(page: Page, { where, checks }: Run) {
  const brokenRules = await page.evaluate(
    async (run) => {
      // `injectAxe` has defined this global.
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const { violations } = await inPage.run(run.where, run.checks)
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }))
    },
    { where, checks },
  )
  // The first elements that break a rule are enough to find the cause.
  return brokenRules.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
