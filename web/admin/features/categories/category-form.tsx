// The form of a category. A field of a category is a property of its products, such as a colour, by which lists can be filtered.
import { ExternalLink } from 'lucide-react'
import { textIn } from '~admin/lib/local-text'
import { Conflict } from '~admin/ui/conflict'
import { FieldGroup, useDraftForm } from '~admin/ui/forms'
import { languageLabels, LanguageFields } from '~admin/ui/language-fields'
import { FormPicture } from '~admin/ui/picture-field'
import type { CategoryDetails } from '~shared/api/types'
import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { Button, buttonClass } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { AddOnsEditor } from './add-ons-editor'
import { saveCategory, useRefreshCategories } from './api'
import { differencesOf } from './differences'
import { FieldsEditor } from './fields-editor'
import { labelsOfAddOns, labelsOfFields } from './labels'
import { MAX_NAME_LENGTH, Schema, toForm, toFormField, type Values, valuesOf } from './rules'
import { putBack, removedInUse, type UsedPart } from './used-parts'

/** `current` are the values that are saved now. */
function useCategoryForm(category: CategoryDetails, current: Values) {
  const { t, locale } = useI18n()
  const refresh = useRefreshCategories()
  return useDraftForm({
    draftName: `category ${category.id}`,
    schema: Schema,
    values: current,
    labels: {
      name: t('adminCategories.label.name'),
      slug: t('adminCategories.label.slug'),
      imageUrl: t('adminCategories.label.imageUrl'),
      fields: t('adminCategories.fields'),
      addOns: t('adminCategories.addOns.title'),
      version: t('adminCategories.version'),
    },
    labelsOf: ({ fields, addOns }) => ({
      ...languageLabels('name', t('adminCategories.label.name')),
      ...labelsOfFields(t, locale, fields),
      ...labelsOfAddOns(addOns),
    }),
    toFormField,
    send: (typed) => {
      // If another operator has saved just what is typed here, there is nothing to resolve, so the edit may be based on that version.
      const version = differencesOf(t, typed, current).length === 0 ? current.version : typed.version
      return saveCategory(locale, category.id, toForm({ ...typed, version }, current)).catch(async (error: unknown) => {
        // After a refusal, the form needs the version that is saved now, and whether products use the fields.
        await refresh()
        throw error
      })
    },
    valuesAfterSave: ({ data }) => valuesOf(data),
    onSaved: ({ data }) => {
      toast.good(t('adminCategories.saved', { name: textIn(locale, data.name) }))
      return refresh()
    },
  })
}

/** The draft is kept with the version it is based on. When another operator saves a newer version, the form shows what differs. */
export function CategoryForm({ category }: { category: CategoryDetails }) {
  const { t, locale } = useI18n()
  const current = valuesOf(category)
  const sendForm = useCategoryForm(category, current)
  const { setValue, watch } = sendForm.form
  const typed = watch() as Values
  const set = (name: string, value: unknown) => setValue(name, value, { shouldDirty: true, shouldValidate: sendForm.failureCount > 0 })
  const differences = typed.version < current.version ? differencesOf(t, typed, current) : []
  const takeTheirs = (name: string) => {
    const [part = '', language] = name.split('.')
    const theirs = current[part as keyof Values]
    set(name, language === undefined ? theirs : (theirs as Record<string, string>)[language])
  }
  const removedParts = removedInUse(current.fields, typed.fields)

  return (
    <>
      {differences.length > 0 && (
        <Conflict
          key={current.version}
          differences={differences}
          onResolve={(taken) => {
            taken.forEach(takeTheirs)
            set('version', current.version)
          }}
        />
      )}
      <SendForm
        form={sendForm}
        submit={t('adminCategories.save')}
        className="gap-8!"
        beside={
          <a href={inLocale(locale, paths.category(category.slug))} target="_blank" rel="noopener" className={buttonClass('quiet', 'lg')}>
            <ExternalLink aria-hidden className="size-4.5" />
            {t('adminCategories.see')}
          </a>
        }
      >
        <FieldGroup title={t('adminCategories.names')} text={t('adminCategories.namesText')}>
          <LanguageFields name="name" maxLength={MAX_NAME_LENGTH} />
        </FieldGroup>
        <FieldGroup title={t('adminCategories.page')}>
          <FormText name="slug" autoComplete="off" spellCheck={false} hint={t('adminCategories.hint.slug')} />
          <FormPicture name="imageUrl" optional />
        </FieldGroup>
        <FieldGroup title={t('adminCategories.fields')} text={t('adminCategories.fieldsText')}>
          {removedParts.length > 0 && (
            <RemovedParts parts={removedParts} onPutBack={(part) => set('fields', putBack(current.fields, typed.fields, part))} />
          )}
          <FieldsEditor />
        </FieldGroup>
        <FieldGroup title={t('adminCategories.addOns.title')} text={t('adminCategories.addOns.text')}>
          <AddOnsEditor />
        </FieldGroup>
      </SendForm>
    </>
  )
}

function RemovedParts({ parts, onPutBack }: { parts: UsedPart[]; onPutBack: (part: UsedPart) => void }) {
  const { t, locale } = useI18n()
  return (
    <div role="alert" className="grid gap-3 rounded-lg bg-warn-soft p-4">
      <p className="text-pretty">{t('adminCategories.usedText')}</p>
      <ul className="flex flex-wrap gap-2">
        {parts.map((part) => (
          <li key={`${part.fieldId} ${part.value ?? ''}`}>
            <Button look="secondary" onClick={() => onPutBack(part)}>
              {t('adminCategories.putBack', { name: textIn(locale, part.name) })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
