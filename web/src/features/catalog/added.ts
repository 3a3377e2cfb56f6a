/**
 * The pages that were added to the first one: how many, and the list they are cut from. Kept with the history entry, so that back and
 * reload find the very same pages again.
 */
export interface Added {
  count: number
  after: string | undefined
}

export function addedOf(state: unknown): Added {
  const kept = typeof state === 'object' && state && 'added' in state ? (state.added as Partial<Added> | null) : null
  return { count: Math.max(0, Number(kept?.count) || 0), after: typeof kept?.after === 'string' ? kept.after : undefined }
}
