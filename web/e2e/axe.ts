import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const EVERYTHING = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
}
/** What a theme can break: names, roles and sizes are the same in both. */
const COLOURS = { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } }

/** Looks at a page as it is, and at its colours once more in the dark. */
export async function hasNoViolations(page: Page, name: string, within = 'html') {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect.soft(await violations(page, within, EVERYTHING), name).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect.soft(await violations(page, within, COLOURS), `${name}, dark`).toEqual([])
}

async function violations(page: Page, within: string, checks: typeof EVERYTHING | typeof COLOURS) {
  const { violations } = await new AxeBuilder({ page }).include(within).options(checks).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
}
