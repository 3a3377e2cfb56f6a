// The form that creates or edits a promo code.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '~admin/paths'
import { FieldGroup } from '~admin/ui/forms'
import type { Category, Promo, Store } from '~shared/api/types'
import { FormCheck, FormRadios, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { IdPicker } from './id-picker'
import { savePromo, useRefreshPromos } from './api'
import { discountText } from './promo-row'
import { EMPTY, toRequest, KINDS, Schema, type Values, valuesOf } from './rules'

interface Props {
  promo: Promo | undefined
  categories: Category[]
  stores: Store[]
}

const NAMES = Object.keys(EMPTY) as (keyof Values)[]

/** Returns the categories of the tree as a list of paths: `Güllər › Qızılgüllər`. */
const flattenTree = (tree: Category[], above = ''): { id: number; name: string }[] =>
  tree.flatMap(({ id, name, children }) => [{ id, name: above + name }, ...flattenTree(children, `${above}${name} › `)])

function usePromoForm(saved: Promo | undefined) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const refresh = useRefreshPromos()
  return useSendForm({
    schema: Schema,
    values: saved ? valuesOf(saved) : EMPTY,
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`campaigns.promos.label.${name}`)])) as Record<keyof Values, string>,
    send: (typed) => savePromo(locale, toRequest(typed, saved), saved?.id),
    onSent: async ({ data }) => {
      toast.good(t('campaigns.promos.saved', { code: data.code }))
      await refresh()
      await navigate(saved ? adminPaths.promos() : adminPaths.promo(String(data.id)))
    },
  })
}

/** A code that an order has used keeps its text, kind and value. */
export function PromoForm({ promo, categories, stores }: Props) {
  const { t } = useI18n()
  // Keeps the version with which the form began. With a later one, the server could not detect another operator's change.
  const [saved] = useState(promo)
  const isUsed = saved !== undefined && saved.used > 0
  const sendForm = usePromoForm(saved)
  const { kind } = sendForm.form.watch() as Values

  return (
    <SendForm
      form={sendForm}
      submit={t('campaigns.promos.save')}
      className="gap-8!"
      beside={
        <ButtonLink to={adminPaths.promos()} look="quiet" size="lg">
          {t('campaigns.promos.back')}
        </ButtonLink>
      }
    >
      {isUsed ? (
        <p className="rounded-lg bg-warn-soft px-4 py-3">
          {t('campaigns.promos.fixed', { code: saved.code, gift: discountText(t, saved) })}
        </p>
      ) : (
        <FieldGroup title={t('campaigns.promos.what')}>
          <FormText
            name="code"
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint={t('campaigns.promos.hint.code')}
          />
          <FormRadios name="kind" choices={KINDS.map((value) => ({ value, label: t(`campaigns.promos.kind.${value}`) }))} />
          {kind !== 'free_delivery' && (
            <FormText
              name="value"
              inputMode="decimal"
              autoComplete="off"
              hint={t(kind === 'percent' ? 'campaigns.promos.hint.percent' : 'campaigns.promos.hint.amount')}
            />
          )}
        </FieldGroup>
      )}
      <FieldGroup title={t('campaigns.promos.conditions')}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <FormText name="minimum" optional inputMode="decimal" autoComplete="off" hint={t('campaigns.promos.hint.amount')} />
          {kind === 'percent' && (
            <FormText name="atMost" optional inputMode="decimal" autoComplete="off" hint={t('campaigns.promos.hint.amount')} />
          )}
        </div>
        <FormCheck name="isForReduced" />
        <IdPicker name="categoryIds" items={flattenTree(categories)} none={t('campaigns.promos.everyCategory')} />
        <IdPicker name="storeIds" items={stores} none={t('campaigns.promos.everyStore')} />
      </FieldGroup>
      <FieldGroup title={t('campaigns.promos.when')}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <FormText name="startsAt" optional type="datetime-local" />
          <FormText name="endsAt" optional type="datetime-local" />
        </div>
      </FieldGroup>
      <FieldGroup title={t('campaigns.promos.limits')}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <FormText
            name="totalLimit"
            optional
            inputMode="numeric"
            autoComplete="off"
            hint={isUsed ? t('campaigns.promos.used', { count: saved.used }) : undefined}
          />
          <FormText name="userLimit" optional inputMode="numeric" autoComplete="off" />
        </div>
      </FieldGroup>
    </SendForm>
  )
}
