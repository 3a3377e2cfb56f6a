// The form of goods that cannot be returned.
import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { IdPicker } from '~admin/features/promos/id-picker'
import { FieldGroup } from '~admin/ui/forms'
import { failureText } from '~shared/api/failure'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { errorCode, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { type Exception, saveExceptions, useApplySavedRules } from '../settings/api'

const REASONS = ['perishable', 'food', 'hygiene', 'made_to_order'] as const satisfies Exception['reason'][]
const MAX_LENGTH = 100

const Schema = v.object({
  az: text(MAX_LENGTH),
  ru: text(MAX_LENGTH),
  en: text(MAX_LENGTH),
  reason: v.picklist(REASONS),
  categoryIds: v.pipe(v.array(v.number()), v.minLength(1, errorCode('required'))),
})

interface Props {
  /** The server saves all exceptions together. */
  all: Exception[]
  /** The place of the exception in `all`. It is the length of `all` for a new exception, which is then appended. */
  index: number
  categories: { id: number; name: string }[]
}

/** Goods of these categories can be returned only when they are faulty. */
export function ExceptionForm({ all, index, categories }: Props) {
  const { t, locale } = useI18n()
  const applySaved = useApplySavedRules()
  const existing = all[index]
  const save = async (exceptions: Exception[]) => {
    const response = await saveExceptions(locale, exceptions)
    toast.good(t('adminSite.saved'))
    await applySaved(locale, response)
  }
  const sendForm = useSendForm({
    schema: Schema,
    values: {
      az: '',
      ru: '',
      en: '',
      ...existing?.title,
      reason: existing?.reason ?? REASONS[0],
      categoryIds: existing?.categoryIds ?? [],
    },
    labels: {
      ...(Object.fromEntries(
        LOCALES.map((locale) => [locale, t('adminSite.rules.titleIn', { language: LANGUAGE_NAMES[locale] })]),
      ) as Record<'az' | 'ru' | 'en', string>),
      reason: t('adminSite.rules.reason'),
      categoryIds: t('adminSite.rules.categoryIds'),
    },
    toFormField: (serverField) => serverField.replace(/^exceptions\[\d+\]\.(title\.)?/, ''),
    send: ({ reason, categoryIds, ...title }) => save(all.toSpliced(index, 1, { title, reason, categoryIds })),
    onSent: (_, reset) => {
      if (!existing) reset()
    },
  })
  const remove = useMutation({
    mutationFn: () => save(all.toSpliced(index, 1)),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  const name = existing?.title?.[locale]
  return (
    <FieldGroup title={name ?? t('adminSite.rules.add')}>
      <SendForm
        form={sendForm}
        submit={existing ? t('adminSite.save') : t('adminSite.rules.add')}
        beside={
          existing && (
            <Button look="quiet" size="lg" busy={remove.isPending} disabled={remove.isPending} onClick={() => remove.mutate()}>
              {t('adminSite.rules.remove', { name: name ?? '' })}
            </Button>
          )
        }
      >
        <div className="grid gap-5 sm:grid-cols-3">
          {LOCALES.map((language) => (
            <FormText key={language} name={language} lang={language} autoComplete="off" />
          ))}
        </div>
        <FormSelect name="reason" choices={REASONS.map((value) => ({ value, label: t(`adminSite.rules.reasons.${value}`) }))} />
        <IdPicker name="categoryIds" items={categories} none={t('adminSite.rules.none')} />
      </SendForm>
    </FieldGroup>
  )
}
