import axe from 'axe-core'
import { expect, type Page } from '@playwright/test'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Selectors of what passes are never read, and writing them down takes longer than the checks. */
const ONLY_WHAT_IS_WRONG = { resultTypes: ['violations' as const] }
/** Names, roles and sizes: the same in every theme. */
const SHAPES = {
  ...ONLY_WHAT_IS_WRONG,
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true }, ...Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) },
}
const COLOURS = { ...ONLY_WHAT_IS_WRONG, runOnly: { type: 'rule' as const, values: COLOUR_RULES } }

/** What is around every page, and painted the same there: its colours are looked at once a language, and not on a hundred pages. */
const FRAME = ['#root > header', '#root > footer']

interface Part {
  /** A selector: the rest of the page is left alone. */
  within?: string
  /** With the colours of the header and the footer. */
  isFramed?: boolean
}

/** Looks at a page as it is, and at its colours in the light and in the dark. */
export async function hasNoViolations(page: Page, name: string, { within, isFramed = false }: Part = {}) {
  await page.evaluate(axe.source)
  await showsIn(page, 'light')
  const include = [within ?? 'html']
  expect.soft(await violations(page, { include }, SHAPES), name).toEqual([])
  const painted = { include, exclude: within || isFramed ? [] : FRAME }
  expect.soft(await violations(page, painted, COLOURS), `${name}, light`).toEqual([])
  await showsIn(page, 'dark')
  expect.soft(await violations(page, painted, COLOURS), `${name}, dark`).toEqual([])
}

/** Colours may take a moment to change, and fade while what they show is asked for anew; half way there they are nobody's. */
async function showsIn(page: Page, colorScheme: 'light' | 'dark') {
  await expect(page.locator('[aria-busy=true]:is(.opacity-60, .opacity-70)')).toHaveCount(0)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    // What pulses for ever is not waited for.
    const changes = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

async function violations(page: Page, where: { include: string[]; exclude?: string[] }, checks: typeof SHAPES | typeof COLOURS) {
  const found = await page.evaluate(
    async (asked) => {
      // It was put there a moment ago, which only the page knows.
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      const { violations } = await inPage.run(asked.where, asked.checks)
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }))
    },
    { where, checks },
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
