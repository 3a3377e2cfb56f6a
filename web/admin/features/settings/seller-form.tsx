import { useQueryClient } from '@tanstack/react-query'
import type { Office } from '~shared/api/types'
import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useKeptForm } from '~admin/ui/use-kept-form'
import { useI18n } from '~shared/i18n/context'
import { LANGUAGE_NAMES } from '~shared/i18n/languages'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { FieldGroup } from './field-group'
import { fieldNamed, saveOffice, useRefreshContact } from './mutations'
import { officeQuery } from './queries'
import { officeOf, Schema, valuesOf } from './seller'
import { WeekField } from './week-field'

/** Who sells and where, as the law wants it said; what is typed is kept for the tab. */
export function SellerForm({ known }: { known: Office }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const refreshContact = useRefreshContact()
  const addressIn = (language: Locale) => `${t('office.seller.address')} (${LANGUAGE_NAMES[language]})`
  const form = useKeptForm({
    about: 'office',
    schema: Schema,
    values: valuesOf(known),
    labels: {
      company: t('office.seller.company'),
      taxNumber: t('office.seller.taxNumber'),
      address_az: addressIn('az'),
      address_ru: addressIn('ru'),
      address_en: addressIn('en'),
      mapUrl: t('office.seller.map'),
      hours: t('office.seller.hours'),
    },
    fieldNamed,
    send: (typed) => saveOffice(locale, officeOf(typed)),
    valuesOf: ({ data }) => valuesOf(data),
    onSaved: ({ data }) => {
      toast.good(t('office.saved'))
      client.setQueryData(officeQuery(locale).queryKey, { data })
      return refreshContact()
    },
  })
  return (
    <SendForm form={form} submit={t('office.save')} className="gap-8!">
      <FieldGroup title={t('office.seller.who')}>
        <FormText name="company" autoComplete="off" />
        <FormText name="taxNumber" inputMode="numeric" maxLength={10} hint={t('office.seller.taxHint')} autoComplete="off" />
      </FieldGroup>
      <FieldGroup title={t('office.seller.address')}>
        {LOCALES.map((language) => (
          <FormText key={language} name={`address_${language}`} lang={language} autoComplete="off" />
        ))}
        <FormText name="mapUrl" optional type="url" inputMode="url" placeholder="https://" autoComplete="off" />
      </FieldGroup>
      <FieldGroup title={t('office.seller.hours')}>
        <WeekField name="hours" />
      </FieldGroup>
    </SendForm>
  )
}
