// The form that creates or edits a campaign: a discount of one store for some time.
import { useNavigate } from 'react-router'
import { adminPaths } from '~admin/paths'
import { FieldGroup } from '~admin/ui/forms'
import { UploadOrAddress } from '~admin/ui/picture-field'
import type { CampaignDraft, Store } from '~shared/api/types'
import { FormArea, FormRadios, FormSelect, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { type Translate, useI18n } from '~shared/i18n/context'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { ButtonLink } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { saveCampaign, useRefreshCampaigns } from './api'
import { FocusField } from './focus-field'
import { ProductPicker } from './product-picker'
import { draftOf, EMPTY, isPicture, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, Schema, valuesOf } from './rules'

function labelsOf(t: Translate) {
  const inLanguage = (language: Locale, part: 'name' | 'text') => `${t(`campaigns.label.${part}`)} (${t(`campaigns.language.${language}`)})`
  return {
    storeId: t('campaigns.label.storeId'),
    percent: t('campaigns.label.percent'),
    imageUrl: t('campaigns.label.imageUrl'),
    focusX: t('campaigns.focus.title'),
    focusY: t('campaigns.focus.title'),
    startsAt: t('campaigns.label.startsAt'),
    endsAt: t('campaigns.label.endsAt'),
    azName: inLanguage('az', 'name'),
    azText: inLanguage('az', 'text'),
    ruName: inLanguage('ru', 'name'),
    ruText: inLanguage('ru', 'text'),
    enName: inLanguage('en', 'name'),
    enText: inLanguage('en', 'text'),
    scope: t('campaigns.which'),
    productIds: t('campaigns.which'),
  }
}

interface Props {
  draft: CampaignDraft | undefined
  stores: Store[]
}

/** Creates a campaign without `draft`. A campaign that has begun keeps its store, discount, start and products. */
export function CampaignForm({ draft, stores }: Props) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const refresh = useRefreshCampaigns()
  const hasBegun = draft !== undefined && draft.status !== 'planned'
  const sendForm = useSendForm({
    schema: Schema,
    values: draft ? valuesOf(draft) : EMPTY,
    labels: labelsOf(t),
    send: (typed) => saveCampaign(locale, draftOf(typed, draft)),
    onSent: async () => {
      toast.good(t('campaigns.saved'))
      await refresh()
      await navigate(adminPaths.campaigns())
    },
  })
  const values = sendForm.form.watch()
  const store = stores.find(({ id }) => String(id) === values.storeId)

  return (
    <SendForm
      form={sendForm}
      submit={t('campaigns.save')}
      className="gap-8!"
      beside={
        <ButtonLink to={adminPaths.campaigns()} look="quiet" size="lg">
          {t('campaigns.back')}
        </ButtonLink>
      }
    >
      {hasBegun && <p className="rounded-lg bg-warn-soft px-4 py-3">{t('campaigns.running')}</p>}
      {!hasBegun && (
        <FieldGroup title={t('campaigns.what')}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <FormSelect
              name="storeId"
              placeholder={t('forms.choose')}
              choices={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
              // The chosen products belong to the previous store.
              onChosen={() => sendForm.form.setValue('productIds', [])}
            />
            <FormText name="percent" inputMode="numeric" maxLength={2} autoComplete="off" />
          </div>
        </FieldGroup>
      )}
      <FieldGroup title={t('campaigns.when')}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {!hasBegun && <FormText name="startsAt" type="datetime-local" />}
          <FormText name="endsAt" type="datetime-local" />
        </div>
      </FieldGroup>
      <FieldGroup title={t('campaigns.words')}>
        {LOCALES.map((language) => (
          <div key={language} lang={language} className="grid grid-cols-1 gap-4">
            <FormText name={`${language}Name`} optional={language !== 'az'} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
            <FormArea name={`${language}Text`} optional rows={2} maxLength={MAX_TEXT_LENGTH} />
          </div>
        ))}
        <UploadOrAddress name="imageUrl" hint={t('campaigns.hint.imageUrl')} isWide />
        {isPicture(String(values.imageUrl)) && values.imageUrl && <FocusField src={String(values.imageUrl)} />}
      </FieldGroup>
      {!hasBegun && (
        <FieldGroup title={t('campaigns.which')}>
          <FormRadios
            name="scope"
            choices={[
              { value: 'whole', label: t('campaigns.whole') },
              { value: 'chosen', label: t('campaigns.chosen') },
            ]}
          />
          {values.scope === 'chosen' && <ProductPicker storeSlug={store?.slug} />}
        </FieldGroup>
      )}
    </SendForm>
  )
}
