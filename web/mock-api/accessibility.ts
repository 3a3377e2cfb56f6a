// Checks a component with axe (accessibility) in unit tests. `visit.tsx` checks whole pages.
import axe from 'axe-core'

/** Rules that cannot be checked here: jsdom has no layout for contrast, and a single component has no landmarks. */
const CHECKED_ELSEWHERE = { 'color-contrast': { enabled: false }, region: { enabled: false } }

/** Returns the violations that axe finds: the id of each rule, with the first element that violates it. */
export async function violationsOf(container: HTMLElement): Promise<string[]> {
  const { violations } = await axe.run(container, { rules: CHECKED_ELSEWHERE })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}
