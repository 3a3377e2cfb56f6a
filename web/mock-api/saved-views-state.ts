// The saved views of the signed-in member of staff.
import type { Schemas } from '~shared/api/types'

interface SavedViewsState {
  /** Oldest first. */
  all: Schemas['SavedView'][]
}

const fresh = (): SavedViewsState => ({ all: [] })

export const savedViewsState: SavedViewsState = fresh()
export const resetSavedViews = () => Object.assign(savedViewsState, fresh())
