import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherTabs, kept } from '~shared/lib/persist'

export interface Destination {
  cityId: number
  districtId?: number
}

interface State {
  /** Where deliveries are looked up for; the nearest zone while nothing is known. */
  place: Destination | null
  /** The shopper chose it. Anything else was guessed from an address of the account, and goes with the account. */
  isChosen: boolean
}

const NOTHING: State = { place: null, isChosen: false }

export const useDestination = create<State>()(persist(() => NOTHING, kept<State>('destination')))

followOtherTabs([useDestination])

const isSame = (one: Destination | null, other: Destination) => one?.cityId === other.cityId && one.districtId === other.districtId

const placeOf = ({ cityId, districtId }: Destination): Destination => ({ cityId, ...(districtId !== undefined && { districtId }) })

export const destination = {
  choose: (place: Destination) => useDestination.setState({ place: placeOf(place), isChosen: true }),
  /** A guess never replaces what was chosen. */
  guess: (place: Destination) => {
    const now = useDestination.getState()
    if (!now.isChosen && !isSame(now.place, place)) useDestination.setState({ place: placeOf(place) })
  },
  forgetGuess: () => {
    if (!useDestination.getState().isChosen) useDestination.setState(NOTHING)
  },
}
