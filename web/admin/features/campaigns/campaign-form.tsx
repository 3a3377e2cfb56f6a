import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { adminPaths } from '~admin/paths'
import { UploadOrAddress } from '~admin/ui/picture-field'
import type { CampaignDraft, Store } from '~shared/api/types'
import { FormArea, FormRadios, FormSelect, FormText } from '~shared/features/forms/fields'
import { SendForm, useParentForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { LOCALES } from '~shared/i18n/locale'
import { useDebounced } from '~shared/lib/clock'
import { ButtonLink } from '~shared/ui/button'
import { CheckField, TextField } from '~shared/ui/fields'
import { ListSkeleton } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { saveCampaign, storeProductsQuery, useRefreshCampaigns } from './api'
import { FocusField } from './focus-field'
import { draftOf, EMPTY, isPicture, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, Schema, valuesOf } from './rules'

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
  const label = (name: 'storeId' | 'percent' | 'startsAt' | 'endsAt' | 'imageUrl') => t(`campaigns.label.${name}`)
  const textLabel = (language: (typeof LOCALES)[number], part: 'name' | 'text') =>
    `${t(`campaigns.label.${part}`)} (${t(`campaigns.language.${language}`)})`
  const sendForm = useSendForm({
    schema: Schema,
    values: draft ? valuesOf(draft) : EMPTY,
    labels: {
      storeId: label('storeId'),
      percent: label('percent'),
      imageUrl: label('imageUrl'),
      focusX: t('campaigns.focus.title'),
      focusY: t('campaigns.focus.title'),
      startsAt: label('startsAt'),
      endsAt: label('endsAt'),
      azName: textLabel('az', 'name'),
      azText: textLabel('az', 'text'),
      ruName: textLabel('ru', 'name'),
      ruText: textLabel('ru', 'text'),
      enName: textLabel('en', 'name'),
      enText: textLabel('en', 'text'),
      scope: t('campaigns.which'),
      productIds: t('campaigns.which'),
    },
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
        <FormPart title={t('campaigns.what')}>
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
        </FormPart>
      )}
      <FormPart title={t('campaigns.when')}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {!hasBegun && <FormText name="startsAt" type="datetime-local" />}
          <FormText name="endsAt" type="datetime-local" />
        </div>
      </FormPart>
      <FormPart title={t('campaigns.words')}>
        {LOCALES.map((language) => (
          <div key={language} lang={language} className="grid grid-cols-1 gap-4">
            <FormText name={`${language}Name`} optional={language !== 'az'} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
            <FormArea name={`${language}Text`} optional rows={2} maxLength={MAX_TEXT_LENGTH} />
          </div>
        ))}
        <UploadOrAddress name="imageUrl" hint={t('campaigns.hint.imageUrl')} isWide />
        {isPicture(String(values.imageUrl)) && values.imageUrl && <FocusField src={String(values.imageUrl)} />}
      </FormPart>
      {!hasBegun && (
        <FormPart title={t('campaigns.which')}>
          <FormRadios
            name="scope"
            choices={[
              { value: 'whole', label: t('campaigns.whole') },
              { value: 'chosen', label: t('campaigns.chosen') },
            ]}
          />
          {values.scope === 'chosen' && <ProductPicker storeSlug={store?.slug} />}
        </FormPart>
      )}
    </SendForm>
  )
}

function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-1 gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </div>
  )
}

const DEBOUNCE_MS = 300

/** Chosen products stay chosen when the search text changes. */
function ProductPicker({ storeSlug }: { storeSlug: string | undefined }) {
  const { t, locale } = useI18n()
  const { form, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'productIds', control: form.control }).field
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), DEBOUNCE_MS)
  const { data } = useQuery({ ...storeProductsQuery(locale, storeSlug ?? '', text), enabled: storeSlug !== undefined })
  const ids = value as number[]
  const error = errorFor('productIds')

  if (!storeSlug) return <p className="text-muted">{t('campaigns.chooseStore')}</p>
  const set = (id: number, isIn: boolean) => onChange(isIn ? [...ids, id] : ids.filter((other) => other !== id))
  return (
    <div className="grid gap-3">
      <TextField
        ref={ref}
        type="search"
        label={t('campaigns.find')}
        hint={t('campaigns.picked', { count: ids.length })}
        error={error}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {data ? (
        <ul className="grid max-h-96 gap-x-6 overflow-y-auto sm:grid-cols-2">
          {data.data.products.map(({ id, name, price }) => (
            <li key={id}>
              <CheckField checked={ids.includes(id)} onChange={({ target }) => set(id, target.checked)}>
                {name} <span className="text-muted tabular-nums">{money(price)}</span>
              </CheckField>
            </li>
          ))}
          {data.data.products.length === 0 && <li className="text-muted">{t('campaigns.noProducts')}</li>}
        </ul>
      ) : (
        <ListSkeleton rows={2} />
      )}
    </div>
  )
}
