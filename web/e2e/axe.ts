import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const CHECKS = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
}

export async function hasNoViolations(page: Page, name: string, within = 'html') {
  const { violations } = await new AxeBuilder({ page }).include(within).options(CHECKS).setLegacyMode(true).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary})`),
  )
  expect.soft(found, name).toEqual([])
}
