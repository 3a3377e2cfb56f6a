// The form of a delivery address, in the account and in the checkout.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type Destination, useDestination } from '~/features/destination/store'
import type { Address, Place } from '~shared/api/types'
import { addressesQuery, districtsQuery, stationsQuery } from '~shared/features/addresses/queries'
import { FormArea, FormCheck, FormRadios, FormSelect, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useDraftName, useKeepDraft, useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { writeAddress } from './mutations'
import { type AddressForm as AddressValues, EMPTY, toFormValues, toRequest, schemaFor } from './rules'

const choices = (places: Place[] | undefined) => (places ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

/** The city and district chosen in the header. */
const placeFields = (place: Destination | null) => ({
  cityId: place ? String(place.cityId) : '',
  districtId: place?.districtId === undefined ? '' : String(place.districtId),
})

interface AddressFormProps {
  address?: Address | undefined
  cities: Place[]
  /** For a page that continues with the saved address. Without it, the form leads to the list of addresses. */
  embedded?: { submit: string; onSaved: (address: Address) => void; onCancel?: (() => void) | undefined }
}

/** In the checkout (`embedded`), it keeps a draft of what was typed. */
export function AddressForm({ address, cities, embedded }: AddressFormProps) {
  const { t, locale } = useI18n()
  const draftName = useDraftName('new address')
  const draft = embedded ? draftName : null
  const client = useQueryClient()
  const navigate = useNavigate()
  const place = useDestination((state) => state.place)
  // The checkout asks only for what a courier needs, so the title has a default.
  const blank: AddressValues = { ...EMPTY, title: t('account.addresses.type.home'), ...placeFields(place) }
  const savedValues = address ? toFormValues(address) : EMPTY
  const form = useSendForm({
    schema: schemaFor(cities),
    values: draft ? drafts.read(draft, blank) : savedValues,
    labels: {
      title: t('account.addresses.label.title'),
      type: t('account.addresses.label.type'),
      cityId: t('account.addresses.label.cityId'),
      districtId: t('account.addresses.label.districtId'),
      stationId: t('account.addresses.label.stationId'),
      street: t('account.addresses.label.street'),
      building: t('account.addresses.label.building'),
      entrance: t('account.addresses.label.entrance'),
      floor: t('account.addresses.label.floor'),
      apartment: t('account.addresses.label.apartment'),
      landmark: t('account.addresses.label.landmark'),
      postcode: t('account.addresses.label.postcode'),
      phoneNumber: t('account.addresses.label.phoneNumber'),
      note: t('account.addresses.label.note'),
      isDefault: t('account.addresses.label.isDefault'),
    },
    send: (typed) => writeAddress(locale, toRequest(typed), address?.id),
    onSent: async ({ data }) => {
      if (draft) drafts.drop(draft)
      await client.invalidateQueries({ queryKey: addressesQuery(locale).queryKey })
      if (embedded) return embedded.onSaved(data)
      toast.good(t('account.saved'))
      await navigate(paths.addresses())
    },
  })
  useKeepDraft(draft, form)
  return (
    <SendForm form={form} submit={embedded?.submit ?? t('account.save')} beside={<Cancel embedded={embedded} />}>
      {!embedded && (
        <>
          <FormText name="title" hint={t('account.addresses.hint.title')} maxLength={60} />
          <FormRadios
            name="type"
            choices={[
              { value: 'home', label: t('account.addresses.type.home') },
              { value: 'office', label: t('account.addresses.type.office') },
            ]}
          />
        </>
      )}
      <PlaceFields form={form.form} cities={cities} />
      <div className="grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FormText name="street" autoComplete="address-line1" maxLength={150} />
        <FormText name="building" maxLength={20} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-5 sm:grid-cols-3">
        <FormText name="entrance" optional maxLength={20} />
        <FormText name="floor" optional maxLength={20} inputMode="numeric" />
        <FormText name="apartment" optional maxLength={20} />
      </div>
      <FormText name="landmark" optional hint={t('account.addresses.hint.landmark')} maxLength={200} />
      {!embedded && <OptionalFields isDefault={address?.isDefault ?? false} />}
    </SendForm>
  )
}

/** In the checkout, notes for the courier belong to the order. */
function OptionalFields({ isDefault }: { isDefault: boolean }) {
  const t = useT()
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText
          name="phoneNumber"
          optional
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={t('account.addresses.hint.phoneNumber')}
        />
        <FormText name="postcode" optional autoComplete="postal-code" hint={t('account.addresses.hint.postcode')} />
      </div>
      <FormArea name="note" optional maxLength={500} rows={3} />
      {!isDefault && <FormCheck name="isDefault" />}
    </>
  )
}

function Cancel({ embedded }: Pick<AddressFormProps, 'embedded'>) {
  const t = useT()
  if (!embedded)
    return (
      <ButtonLink to={paths.addresses()} look="quiet" size="lg">
        {t('account.cancel')}
      </ButtonLink>
    )
  // An order needs an address, so the first one cannot be cancelled.
  if (!embedded.onCancel) return null
  return (
    <Button look="quiet" size="lg" onClick={embedded.onCancel}>
      {t('account.cancel')}
    </Button>
  )
}

/** The `key` remounts a select when its options arrive: it shows only values that were options when it mounted. */
function PlaceFields({ form, cities }: { form: ReturnType<typeof useSendForm>['form']; cities: Place[] }) {
  const { t, locale } = useI18n()
  const cityId = String(useWatch({ control: form.control, name: 'cityId' }) ?? '')
  const city = cities.find(({ id }) => String(id) === cityId)
  const districts = useQuery({ ...districtsQuery(locale, cityId), enabled: city?.hasDistricts ?? false })
  const stations = useQuery({ ...stationsQuery(locale, cityId), enabled: city?.hasStations ?? false })
  const clearPlace = () => {
    form.setValue('districtId', '')
    form.setValue('stationId', '')
  }
  return (
    <>
      <FormSelect name="cityId" placeholder={t('forms.choose')} choices={choices(cities)} onChosen={clearPlace} />
      {city?.hasDistricts && (
        <FormSelect
          name="districtId"
          placeholder={t('forms.choose')}
          choices={choices(districts.data?.data)}
          key={`d${districts.dataUpdatedAt}`}
        />
      )}
      {city?.hasStations && (
        <FormSelect
          name="stationId"
          optional
          placeholder={t('account.addresses.noStation')}
          hint={t('account.addresses.hint.stationId')}
          choices={choices(stations.data?.data)}
          key={`s${stations.dataUpdatedAt}`}
        />
      )}
    </>
  )
}
