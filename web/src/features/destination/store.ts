// The place of delivery, chosen in the header or guessed from an address. It decides the shown delivery times and fees.

import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { citiesQuery, districtsQuery } from '~shared/features/addresses/queries'
import { useI18n } from '~shared/i18n/context'
import { followOtherTabs, persisted } from '~shared/lib/persist'

export interface Destination {
  cityId: number
  districtId?: number
}

interface DestinationState {
  /** Null means the nearest zone. */
  place: Destination | null
  /** A place guessed from an address is cleared at sign-out. */
  isChosen: boolean
}

const NOTHING: DestinationState = { place: null, isChosen: false }

export const useDestination = create<DestinationState>()(persist(() => NOTHING, persisted<DestinationState>('destination')))

followOtherTabs([useDestination])

const isSame = (a: Destination | null, b: Destination) => a?.cityId === b.cityId && a.districtId === b.districtId

/** Drops the other fields of an address. */
const placeOf = ({ cityId, districtId }: Destination): Destination => ({ cityId, ...(districtId !== undefined && { districtId }) })

export const destination = {
  choose: (place: Destination) => useDestination.setState({ place: placeOf(place), isChosen: true }),
  /** Does not replace a chosen place. */
  guess: (place: Destination) => {
    const current = useDestination.getState()
    if (!current.isChosen && !isSame(current.place, place)) useDestination.setState({ place: placeOf(place) })
  },
  forgetGuess: () => {
    if (!useDestination.getState().isChosen) useDestination.setState(NOTHING)
  },
}

/** The dialog opens from every delivery promise. Its code loads with the first opening. */
export const usePlaceDialog = create(() => ({ isOpen: false, wasOpened: false }))

export const placeDialog = {
  begin: () => usePlaceDialog.setState({ isOpen: true, wasOpened: true }),
  end: () => usePlaceDialog.setState({ isOpen: false }),
}

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
