// The page of the seller's data: company, tax number, address and opening hours, as the shop's contact page shows them.
import { useQueryClient } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { toFormField, sellerQuery, saveSeller, useRefreshContact } from '~admin/features/settings/api'
import { AdminPage } from '~admin/ui/admin-page'
import { SettingsLinks } from '~admin/ui/area-links'
import { FieldGroup, useFreshQuery, useDraftForm } from '~admin/ui/forms'
import type { Seller } from '~shared/api/types'
import { daysText } from '~shared/features/contact/hours'
import { FormText } from '~shared/features/forms/fields'
import { SendForm, useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { LANGUAGE_NAMES, type Locale, LOCALES } from '~shared/i18n/locale'
import { controlClass } from '~shared/ui/fields'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { type Day, sellerOf, Schema, valuesOf } from '../features/settings/seller'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage needs="content_read" title={t('adminSite.seller.title')} text={t('adminSite.seller.text')}>
      <SettingsLinks />
      <Editor />
    </AdminPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFreshQuery(sellerQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <SellerForm saved={data.data} /> : <ListSkeleton />
}

/** Typed text is kept until it is saved or the tab is closed. */
function SellerForm({ saved }: { saved: Seller }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const refreshContact = useRefreshContact()
  const addressIn = (language: Locale) => `${t('adminSite.seller.address')} (${LANGUAGE_NAMES[language]})`
  const sendForm = useDraftForm({
    draftName: 'office',
    schema: Schema,
    values: valuesOf(saved),
    labels: {
      company: t('adminSite.seller.company'),
      taxNumber: t('adminSite.seller.taxNumber'),
      address_az: addressIn('az'),
      address_ru: addressIn('ru'),
      address_en: addressIn('en'),
      mapUrl: t('adminSite.seller.map'),
      hours: t('adminSite.seller.hours'),
    },
    toFormField,
    send: (typed) => saveSeller(locale, sellerOf(typed)),
    valuesAfterSave: ({ data }) => valuesOf(data),
    onSaved: ({ data }) => {
      toast.good(t('adminSite.saved'))
      client.setQueryData(sellerQuery(locale).queryKey, { data })
      return refreshContact()
    },
  })
  return (
    <SendForm form={sendForm} submit={t('adminSite.save')} className="gap-8!">
      <FieldGroup title={t('adminSite.seller.who')}>
        <FormText name="company" autoComplete="off" />
        <FormText name="taxNumber" inputMode="numeric" maxLength={10} hint={t('adminSite.seller.taxHint')} autoComplete="off" />
      </FieldGroup>
      <FieldGroup title={t('adminSite.seller.address')}>
        {LOCALES.map((language) => (
          <FormText key={language} name={`address_${language}`} lang={language} autoComplete="off" />
        ))}
        <FormText name="mapUrl" optional type="url" inputMode="url" placeholder="https://" autoComplete="off" />
      </FieldGroup>
      <FieldGroup title={t('adminSite.seller.hours')}>
        <WeekField name="hours" />
      </FieldGroup>
    </SendForm>
  )
}

function WeekField({ name }: { name: string }) {
  const { t, locale } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name, control: form.control }).field
  const week = value as Day[]
  const error = errorFor(name)
  const setDay = (changedIndex: number, changed: Partial<Day>) =>
    onChange(week.map((day, index) => (index === changedIndex ? { ...day, ...changed } : day)))
  const noteId = `${name}-note`

  return (
    <fieldset aria-describedby={noteId} className="grid grid-cols-1 gap-2">
      <legend className="sr-only">{labels[name]}</legend>
      {week.map(({ opens, closes }, index) => {
        const day = daysText(locale, { fromDay: index + 1, untilDay: index + 1 })
        return (
          <div key={day} className="grid grid-cols-1 items-center gap-2 sm:grid-cols-2">
            <span className="font-medium">{day}</span>
            <span className="flex items-center gap-2">
              <input
                ref={index === 0 ? ref : undefined}
                type="time"
                aria-label={t('adminSite.seller.opens', { day })}
                aria-invalid={error ? true : undefined}
                value={opens}
                onChange={({ target }) => setDay(index, { opens: target.value })}
                className={controlClass(Boolean(error), 'h-12 min-w-0')}
              />
              –
              <input
                type="time"
                aria-label={t('adminSite.seller.closes', { day })}
                aria-invalid={error ? true : undefined}
                value={closes}
                onChange={({ target }) => setDay(index, { closes: target.value })}
                className={controlClass(Boolean(error), 'h-12 min-w-0')}
              />
            </span>
          </div>
        )
      })}
      <p id={noteId} className={error ? 'text-sm font-medium text-bad' : 'text-sm text-muted'}>
        {error ?? t('adminSite.seller.shut')}
      </p>
    </fieldset>
  )
}
