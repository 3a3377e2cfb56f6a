// The dialog for the place of delivery. Its code loads when it first opens.

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { citiesQuery, districtsQuery } from '~shared/features/addresses/queries'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Dialog } from '~shared/ui/dialog'
import { SelectField } from '~shared/ui/fields'
import { placeDialog, destination, usePlaceDialog, useDestination } from './store'

export default function DestinationChoice() {
  const titleId = useId()
  const isOpen = usePlaceDialog((state) => state.isOpen)
  return (
    <Dialog
      open={isOpen}
      onClose={placeDialog.end}
      labelledBy={titleId}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-xl shadow-lifted"
    >
      <ChoiceForm titleId={titleId} />
    </Dialog>
  )
}

function ChoiceForm({ titleId }: { titleId: string }) {
  const { t, locale } = useI18n()
  const place = useDestination((state) => state.place)
  const [cityId, setCityId] = useState(place ? String(place.cityId) : '')
  const [districtId, setDistrictId] = useState(place?.districtId === undefined ? '' : String(place.districtId))
  const cities = useQuery(citiesQuery(locale))
  const city = cities.data?.data.find(({ id }) => String(id) === cityId)
  const districts = useQuery({ ...districtsQuery(locale, cityId), enabled: city?.hasDistricts ?? false })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!city) return
    destination.choose({ cityId: city.id, ...(districtId !== '' && { districtId: Number(districtId) }) })
    placeDialog.end()
  }
  return (
    <form onSubmit={submit} className="grid gap-4 p-5 text-base text-ink sm:p-6">
      <div className="grid gap-1">
        <h2 id={titleId} className="text-xl">
          {t('promises.destination.title')}
        </h2>
        <p className="text-[0.9375rem] text-muted">{t('promises.destination.text')}</p>
      </div>
      {/* The key remounts the select when its options arrive: it shows only values that were options when it mounted. */}
      <SelectField
        key={`c${cities.dataUpdatedAt}`}
        label={t('promises.destination.city')}
        required
        placeholder={t('promises.destination.choose')}
        error={cities.isError ? t('promises.destination.failed') : undefined}
        value={cityId}
        onChange={({ target }) => {
          setCityId(target.value)
          setDistrictId('')
        }}
        choices={(cities.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {city?.hasDistricts && (
        <SelectField
          key={`d${districts.dataUpdatedAt}`}
          label={t('promises.destination.district')}
          placeholder={t('promises.destination.anyDistrict')}
          value={districtId}
          onChange={({ target }) => setDistrictId(target.value)}
          choices={(districts.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!city}>
          {t('promises.destination.save')}
        </Button>
        <Button look="quiet" onClick={placeDialog.end}>
          {t('common.close')}
        </Button>
      </div>
    </form>
  )
}
