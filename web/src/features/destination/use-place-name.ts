import { useQuery } from '@tanstack/react-query'
import { citiesQuery, districtsQuery } from '~shared/features/addresses/queries'
import { useI18n } from '~shared/i18n/context'
import { useDestination } from './store'

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
