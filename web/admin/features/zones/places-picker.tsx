import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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

/** Returns the cities with their districts, as far as they are loaded. */
export function useCities(): City[] {
  const { locale } = useI18n()
  const cities = useQuery(citiesQuery(locale)).data?.data ?? []
  const divided = cities.filter(({ hasDistricts }) => hasDistricts)
  const districts = useQueries({ queries: divided.map(({ id }) => districtsQuery(locale, String(id))) })
  return cities.map((city) => {
    const index = divided.indexOf(city)
    return { ...city, districts: (index < 0 ? undefined : districts[index]?.data?.data) ?? [] }
  })
}

interface Props {
  /** All zones, to say which zone has a place now. */
  zones: DeskZone[]
  /** The edited zone; undefined for a new one. */
  zoneId: number | undefined
}

/** Picks the cities and districts of a zone, and offers to take those that belong to other zones. */
export function PlacesPicker({ zones, zoneId }: Props) {
  const { t, locale } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'places', control: form.control }).field
  const [typed, setTyped] = useState('')
  const cities = useCities()
  const chosen = new Set(value as string[])
  const owners = new Map(zones.flatMap((zone) => zone.places.map((place) => [placeKey(place), zone] as const)))
  const query = typed.trim().toLocaleLowerCase(locale)
  const isFound = ({ name }: Place) => name.toLocaleLowerCase(locale).includes(query)
  const set = (key: string, isIn: boolean) => onChange(isIn ? [...chosen, key] : [...chosen].filter((other) => other !== key))

  /** Says which other zone has the place; undefined for a place of this zone. */
  const ownerText = (key: string, inherited?: string) => {
    const owner = owners.get(key)
    if (owner) return owner.id === zoneId ? undefined : t('adminZones.places.of', { zone: owner.title[locale] })
    const above = inherited === undefined ? undefined : owners.get(inherited)
    return above ? t('adminZones.places.asCity', { zone: above.title[locale] }) : t('adminZones.places.free')
  }
  const shown = cities
    .map((city) => ({ ...city, districts: isFound(city) ? city.districts : city.districts.filter(isFound) }))
    .filter((city) => isFound(city) || city.districts.length > 0)
  const taken = [...chosen].map((key) => owners.get(key)).filter((owner) => owner !== undefined && owner.id !== zoneId)
  const rivals = [...new Set(taken.map((owner) => owner?.title[locale] ?? ''))]

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
      {taken.length > 0 && (
        <div className="grid gap-1 rounded-lg bg-warn-soft px-4 py-3">
          <p className="text-pretty">{t('adminZones.places.taken', { count: taken.length, zones: rivals.join(', ') })}</p>
          <FormCheck name="movePlaces">{t('adminZones.places.move')}</FormCheck>
        </div>
      )}
      <ul aria-label={t('adminZones.places.list')} className="grid max-h-96 gap-x-6 overflow-y-auto pr-1 sm:grid-cols-2">
        {shown.map((city) => (
          <li key={city.id} className={city.districts.length > 0 ? 'sm:col-span-2' : undefined}>
            <PlaceBox
              name={city.districts.length > 0 ? t('adminZones.places.rest', { city: city.name }) : city.name}
              owner={ownerText(placeKey({ cityId: city.id }))}
              isChosen={chosen.has(placeKey({ cityId: city.id }))}
              onChange={(isIn) => set(placeKey({ cityId: city.id }), isIn)}
            />
            {city.districts.length > 0 && (
              <ul aria-label={city.name} className="mb-2 ml-2.5 grid gap-x-6 border-l-2 border-line pl-4 sm:grid-cols-2">
                {city.districts.map((district) => {
                  const key = placeKey({ cityId: city.id, districtId: district.id })
                  return (
                    <li key={district.id}>
                      <PlaceBox
                        name={district.name}
                        owner={ownerText(key, placeKey({ cityId: city.id }))}
                        isChosen={chosen.has(key)}
                        onChange={(isIn) => set(key, isIn)}
                      />
                    </li>
                  )
                })}
              </ul>
            )}
          </li>
        ))}
        {shown.length === 0 && query !== '' && <li className="text-muted">{t('adminZones.places.notFound')}</li>}
      </ul>
    </div>
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
