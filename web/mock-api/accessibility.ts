import axe from 'axe-core'

/** jsdom has no layout for contrast, and a single component has no landmarks. */
const CHECKED_ELSEWHERE = { 'color-contrast': { enabled: false }, region: { enabled: false } }

export async function violationsOf(container: HTMLElement): Promise<string[]> {
  const { violations } = await axe.run(container, { rules: CHECKED_ELSEWHERE })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}
