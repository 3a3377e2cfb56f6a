// The part of the zone form that chooses the cities and districts of a delivery zone.
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import type { DeskZone, Place } from '~shared/api/types'
import { citiesQuery, districtsQuery } from '~shared/features/addresses/queries'
import { FormCheck } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { CheckField, TextField } from '~shared/ui/fields'
import { placeKey } from './rules'

interface City extends Place {
  districts: Place[]
}

/** A city has no districts until they are loaded. */
export function useCities(): City[] {
  const { locale } = useI18n()
  const cities = useQuery(citiesQuery(locale)).data?.data ?? []
  const citiesWithDistricts = cities.filter(({ hasDistricts }) => hasDistricts)
  const results = useQueries({ queries: citiesWithDistricts.map(({ id }) => districtsQuery(locale, String(id))) })
  const districtsOf = new Map(citiesWithDistricts.map(({ id }, index) => [id, results[index]?.data?.data]))
  return cities.map((city) => ({ ...city, districts: districtsOf.get(city.id) ?? [] }))
}

const ownersOf = (zones: DeskZone[]) => new Map(zones.flatMap((zone) => zone.places.map((place) => [placeKey(place), zone] as const)))

interface Props {
  zones: DeskZone[]
  /** Undefined for a new zone. */
  zoneId: number | undefined
}

/** A place belongs to one zone; the form offers to take places of other zones away from them. */
export function PlacesPicker({ zones, zoneId }: Props) {
  const { t, locale } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'places', control: form.control }).field
  const [typed, setTyped] = useState('')
  const cities = useCities()
  const chosen = new Set(value as string[])
  const owners = ownersOf(zones)
  const query = typed.trim().toLocaleLowerCase(locale)
  const isFound = ({ name }: Place) => name.toLocaleLowerCase(locale).includes(query)
  const set = (key: string, isIn: boolean) => onChange(isIn ? [...chosen, key] : [...chosen].filter((other) => other !== key))

  /**
   * Says which zone has a place; returns undefined if it is this zone. A district that no zone has is served like its city (`cityKey`).
   */
  const ownerText = (key: string, cityKey?: string) => {
    const owner = owners.get(key)
    if (owner) return owner.id === zoneId ? undefined : t('adminZones.places.of', { zone: owner.title[locale] })
    const cityOwner = cityKey === undefined ? undefined : owners.get(cityKey)
    return cityOwner ? t('adminZones.places.asCity', { zone: cityOwner.title[locale] }) : t('adminZones.places.free')
  }
  const boxOf = (name: string, key: string, cityKey?: string) => (
    <PlaceBox name={name} owner={ownerText(key, cityKey)} isChosen={chosen.has(key)} onChange={(isIn) => set(key, isIn)} />
  )
  const shown = cities
    .map((city) => ({ ...city, districts: isFound(city) ? city.districts : city.districts.filter(isFound) }))
    .filter((city) => isFound(city) || city.districts.length > 0)
  // The zones that would lose a place, once for each place.
  const otherOwners = [...chosen].map((key) => owners.get(key)).filter((owner) => owner !== undefined && owner.id !== zoneId)
  const otherOwnerNames = [...new Set(otherOwners.map((owner) => owner?.title[locale] ?? ''))]

  return (
    <div className="grid gap-3">
      <TextField
        ref={ref}
        type="search"
        label={labels.places ?? 'places'}
        hint={t('adminZones.places.chosen', { count: chosen.size })}
        error={errorFor('places')}
        placeholder={t('adminZones.places.find')}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {otherOwners.length > 0 && (
        <div className="grid gap-1 rounded-lg bg-warn-soft px-4 py-3">
          <p className="text-pretty">{t('adminZones.places.taken', { count: otherOwners.length, zones: otherOwnerNames.join(', ') })}</p>
          <FormCheck name="movePlaces">{t('adminZones.places.move')}</FormCheck>
        </div>
      )}
      <ul aria-label={t('adminZones.places.list')} className="grid max-h-96 gap-x-6 overflow-y-auto pr-1 sm:grid-cols-2">
        {shown.map((city) => (
          <CityItem key={city.id} city={city} boxOf={boxOf} />
        ))}
        {shown.length === 0 && query !== '' && <li className="text-muted">{t('adminZones.places.notFound')}</li>}
      </ul>
    </div>
  )
}

interface CityProps {
  city: City
  /** Renders the check box of a place. A district also passes the key of its city. */
  boxOf: (name: string, key: string, cityKey?: string) => ReactNode
}

function CityItem({ city: { id, name, districts }, boxOf }: CityProps) {
  const { t } = useI18n()
  const cityKey = placeKey({ cityId: id })
  if (districts.length === 0) return <li>{boxOf(name, cityKey)}</li>
  return (
    <li className="sm:col-span-2">
      {boxOf(t('adminZones.places.rest', { city: name }), cityKey)}
      <ul aria-label={name} className="mb-2 ml-2.5 grid gap-x-6 border-l-2 border-line pl-4 sm:grid-cols-2">
        {districts.map((district) => (
          <li key={district.id}>{boxOf(district.name, placeKey({ cityId: id, districtId: district.id }), cityKey)}</li>
        ))}
      </ul>
    </li>
  )
}

interface BoxProps {
  name: string
  owner: string | undefined
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

const PlaceBox = ({ name, owner, isChosen, onChange }: BoxProps) => (
  <CheckField checked={isChosen} onChange={({ target }) => onChange(target.checked)}>
    {name}
    {owner && <span className="block text-sm text-muted">{owner}</span>}
  </CheckField>
)
