import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const EVERYTHING = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
}
/** What a theme can break: names, roles and sizes are the same in both. */
const COLOURS = { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } }
/** Selectors of what passes are never read, and writing them down takes longer than the checks. */
const ONLY_WHAT_IS_WRONG = { resultTypes: ['violations' as const] }

/** Looks at a page as it is, and at its colours once more in the dark. */
export async function hasNoViolations(page: Page, name: string, within = 'html') {
  await showsIn(page, 'light')
  expect.soft(await violations(page, within, EVERYTHING), name).toEqual([])
  await showsIn(page, 'dark')
  expect.soft(await violations(page, within, COLOURS), `${name}, dark`).toEqual([])
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

async function violations(page: Page, within: string, checks: typeof EVERYTHING | typeof COLOURS) {
  const axe = new AxeBuilder({ page }).include(within).options({ ...checks, ...ONLY_WHAT_IS_WRONG })
  const { violations } = await axe.setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
