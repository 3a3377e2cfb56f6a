import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { citiesQuery, districtsQuery } from '~shared/features/addresses/queries'
import { useI18n } from '~shared/i18n/context'
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

/** The dialog for the place is one, and opens from wherever a delivery is promised. Its code comes when it is first opened. */
export const useChoosing = create(() => ({ isOpen: false, wasOpened: false }))

export const choosing = {
  begin: () => useChoosing.setState({ isOpen: true, wasOpened: true }),
  end: () => useChoosing.setState({ isOpen: false }),
}

/** The name of the chosen city or district; nothing while none is known. */
export function usePlaceName(): string | undefined {
  const { locale } = useI18n()
  const place = useDestination((state) => state.place)
  const cities = useQuery({ ...citiesQuery(locale), enabled: place !== null })
  const inDistrict = place?.districtId !== undefined
  const districts = useQuery({ ...districtsQuery(locale, String(place?.cityId)), enabled: inDistrict })
  const city = cities.data?.data.find(({ id }) => id === place?.cityId)?.name
  const district = districts.data?.data.find(({ id }) => id === place?.districtId)?.name
  return district === undefined ? city : city && `${city}, ${district}`
}
