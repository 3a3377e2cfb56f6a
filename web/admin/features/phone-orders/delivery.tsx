// Where and when an order on the phone is delivered.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { FieldGroup } from '~admin/ui/forms'
import type { CartItem, DeliverySlot, Place } from '~shared/api/types'
import { districtsQuery } from '~shared/features/addresses/queries'
import { FormArea, FormSelect, FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { timeWindow } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { SelectField } from '~shared/ui/fields'
import { slotsQuery } from './api'
import { MAX_LENGTH, type Values } from './rules'

interface Props {
  cities: Place[]
  typed: Values
  hasPlace: boolean
  /** The lines of the last check. */
  lines: CartItem[]
}

const choices = (places: Place[] | undefined) => (places ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

export function Delivery({ cities, typed, hasPlace, lines }: Props) {
  const { t, locale } = useI18n()
  const { form } = useParentForm()
  const { cityId } = typed
  const hasDistricts = cities.find(({ id }) => String(id) === cityId)?.hasDistricts ?? false
  const districts = useQuery({ ...districtsQuery(locale, cityId), enabled: hasDistricts })
  // Places have different slots.
  const clearSlot = () => form.setValue('deliverySlot', '')
  const clearDistrict = () => {
    form.setValue('districtId', '')
    clearSlot()
  }
  return (
    <FieldGroup title={t('admin.phone.group.delivery')}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormSelect name="cityId" placeholder={t('forms.choose')} choices={choices(cities)} onChosen={clearDistrict} />
        {hasDistricts && (
          // The key remounts the select when its options arrive: it shows only values that were options when it mounted.
          <FormSelect
            name="districtId"
            placeholder={t('forms.choose')}
            choices={choices(districts.data?.data)}
            onChosen={clearSlot}
            key={districts.dataUpdatedAt}
          />
        )}
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <FormText name="street" maxLength={MAX_LENGTH.street} autoComplete="off" />
        <FormText name="building" maxLength={MAX_LENGTH.building} autoComplete="off" />
      </div>
      <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-3">
        <FormText name="entrance" optional maxLength={MAX_LENGTH.building} autoComplete="off" />
        <FormText name="floor" optional maxLength={MAX_LENGTH.building} inputMode="numeric" autoComplete="off" />
        <FormText name="apartment" optional maxLength={MAX_LENGTH.building} autoComplete="off" />
      </div>
      <FormText name="landmark" optional maxLength={MAX_LENGTH.landmark} autoComplete="off" hint={t('account.addresses.hint.landmark')} />
      {/* The key keeps slots of one place from being shown for another. */}
      <SlotSelect key={`${cityId} ${typed.districtId}`} typed={typed} hasPlace={hasPlace} lines={lines} />
      <FormArea name="note" optional rows={2} maxLength={MAX_LENGTH.note} />
    </FieldGroup>
  )
}

/** Offers the free slots. The chosen slot is always in the list. If other orders have filled it, the bill reports that. */
function SlotSelect({ typed, hasPlace, lines }: Omit<Props, 'cities'>) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { form, labels, errorFor } = useParentForm()
  const { ref, name, onChange, onBlur } = useController({ name: 'deliverySlot', control: form.control }).field
  const preparationDays = Math.max(0, ...lines.map(({ product }) => product?.preparationDays ?? 0))
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...slotsQuery(locale, typed, preparationDays),
    enabled: hasPlace,
    // The slots stay while those for another preparation time are loaded.
    placeholderData: keepPreviousData,
  })
  const slots = data?.data.days.flatMap((day) => day.slots) ?? []
  const chosen = typed.deliverySlot
  const textOf = (slot: DeliverySlot) => {
    const window = timeWindow(locale, slot, now)
    return slot.surcharge > 0 ? t('admin.phone.slotWithSurcharge', { window, price: money(slot.surcharge) }) : window
  }
  const offered = slots.filter(({ id, isFull }) => !isFull || id === chosen).map((slot) => ({ value: slot.id, label: textOf(slot) }))
  const isMissing = chosen !== '' && !offered.some(({ value }) => value === chosen)
  const isLoaded = data !== undefined && !isPlaceholderData
  const missing = { value: chosen, label: t(isLoaded ? 'admin.phone.slotGone' : 'admin.phone.slotChosen') }
  const failure = isError ? t('checkout.delivery.failed') : undefined
  return (
    <div className="grid grid-cols-1 gap-3">
      <SelectField
        ref={ref}
        name={name}
        label={labels.deliverySlot ?? 'deliverySlot'}
        mark={t('forms.optional')}
        hint={hasPlace ? failure : t('admin.phone.hint.deliverySlot')}
        error={errorFor('deliverySlot')}
        placeholder={t('admin.phone.firstFree')}
        choices={isMissing ? [...offered, missing] : offered}
        value={chosen}
        onChange={onChange}
        onBlur={onBlur}
      />
      {isError && (
        <Button look="secondary" className="justify-self-start" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
