// Sections of the product form.
import { useState } from 'react'
import { IdPicker } from '~admin/features/promos/id-picker'
import { FieldGroup } from '~admin/ui/forms'
import { FormArea, FormSelect, FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { useDebounced } from '~shared/lib/clock'
import { TextField } from '~shared/ui/fields'
import type { Values } from './rules'
import { useStoreChoices } from './stores'

const TEXTS = ['name', 'description'] as const

export function TextFields() {
  const { t } = useI18n()
  const { form } = useParentForm()
  const texts = form.watch() as Pick<Values, (typeof TEXTS)[number]>
  return (
    <FieldGroup title={t('adminProducts.groups.texts')} text={t('adminProducts.groups.textsText')}>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-3">
        {LOCALES.map((language) => {
          const missing = TEXTS.filter((name) => texts[name][language].trim() === '')
          return (
            <div key={language} className="grid grid-cols-1 content-start gap-4">
              <p className="flex min-h-7 flex-wrap items-center gap-2 font-semibold">
                {LANGUAGE_NAMES[language]}
                {missing.length > 0 && (
                  <span className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm font-medium text-warn">
                    {t('adminProducts.missing', { what: missing.map((name) => t(`adminProducts.label.${name}`)).join(', ') })}
                  </span>
                )}
              </p>
              <div lang={language} className="grid grid-cols-1 gap-4">
                <FormText name={`name.${language}`} optional={language !== 'az'} autoComplete="off" />
                <FormArea name={`description.${language}`} optional rows={6} />
              </div>
            </div>
          )
        })}
      </div>
      <FormText
        name="slug"
        optional
        autoComplete="off"
        spellCheck={false}
        hint={t(form.watch('version') === 0 ? 'adminProducts.hint.newSlug' : 'adminProducts.hint.slug')}
      />
    </FieldGroup>
  )
}

interface PlacementProps {
  categories: { id: number; name: string }[]
}

export function Placement({ categories }: PlacementProps) {
  const { t } = useI18n()
  return (
    <FieldGroup title={t('adminProducts.groups.placement')}>
      <StorePicker />
      <FormSelect
        name="categoryId"
        placeholder={t('forms.choose')}
        choices={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <IdPicker name="alsoCategoryIds" items={categories} none={t('adminProducts.hint.alsoCategoryIds')} />
    </FieldGroup>
  )
}

const DEBOUNCE_MS = 300

/** If there are more stores than one response has, a search field narrows the choice. */
function StorePicker() {
  const { t } = useI18n()
  const { form } = useParentForm()
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), DEBOUNCE_MS)
  const allStores = useStoreChoices()
  const stores = useStoreChoices(text)?.stores ?? []
  const chosen = String(form.watch('storeId'))
  const chosenStore = allStores?.stores.find(({ id }) => String(id) === chosen)
  const choices = stores.map(({ id, name }) => ({ value: String(id), label: name }))
  // The chosen store stays listed during a search.
  if (chosen && !choices.some(({ value }) => value === chosen))
    choices.unshift({ value: chosen, label: chosenStore?.name ?? t('adminProducts.storeNo', { id: chosen }) })
  return (
    <div className="grid grid-cols-1 items-end gap-5 sm:grid-cols-2">
      <FormSelect name="storeId" placeholder={t('forms.choose')} choices={choices} />
      {allStores?.hasMore && (
        <TextField
          type="search"
          label={t('adminProducts.findStore')}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </div>
  )
}

interface PriceProps {
  isNew: boolean
}

export function PriceFields({ isNew }: PriceProps) {
  const { t } = useI18n()
  const { form } = useParentForm()
  const { discountedPrice, sizes } = form.watch() as Values
  return (
    <FieldGroup title={t('adminProducts.groups.price')}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText
          name="price"
          inputMode="decimal"
          autoComplete="off"
          hint={t(sizes.length > 0 ? 'adminProducts.hint.priceWithSizes' : 'adminProducts.hint.price')}
        />
        <FormText name="discountedPrice" optional inputMode="decimal" autoComplete="off" />
        {discountedPrice.trim() !== '' && (
          <>
            <FormText name="discountFrom" optional type="datetime-local" hint={t('adminProducts.hint.discountFrom')} />
            <FormText name="discountUntil" optional type="datetime-local" hint={t('adminProducts.hint.discountUntil')} />
          </>
        )}
        <FormText name="preparationDays" inputMode="numeric" autoComplete="off" hint={t('adminProducts.hint.preparationDays')} />
        {isNew && sizes.length === 0 && (
          <FormText name="initialStock" optional inputMode="numeric" autoComplete="off" hint={t('adminProducts.hint.initialStock')} />
        )}
      </div>
    </FieldGroup>
  )
}
