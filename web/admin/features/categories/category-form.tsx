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
import { type Translate, useI18n } from '~shared/i18n/context'
import { inLocale, type Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { Button, buttonClass } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { saveCategory, useRefreshCategories } from './api'
import { differencesOf, nameOfField } from './differences'
import { FieldsEditor } from './fields-editor'
import { type FieldValues, MAX_NAME_LENGTH, Schema, toForm, toFormField, type Values, valuesOf } from './rules'
import { putBack, removedInUse } from './used-parts'

const fieldLabel = (t: Translate, part: 'key' | 'name' | 'unit' | 'type' | 'value' | 'label') => t(`adminCategories.label.${part}`)

/** Returns the labels of all inputs of the fields, by input name. */
function labelsOfFields(t: Translate, locale: Locale, fields: FieldValues[]): Record<string, string> {
  const labels = fields.flatMap((field, index) => {
    const [path, name] = [`fields.${index}`, nameOfField(t, locale, field)]
    const of = (label: string) => t('adminCategories.labelOf', { name, label })
    return [
      { [`${path}.key`]: of(fieldLabel(t, 'key')), [`${path}.type`]: of(fieldLabel(t, 'type')) },
      languageLabels(`${path}.name`, of(fieldLabel(t, 'name'))),
      languageLabels(`${path}.unit`, of(fieldLabel(t, 'unit'))),
      { [`${path}.values`]: of(t('adminCategories.values')) },
      ...field.values.map((_, place) => ({
        [`${path}.values.${place}.value`]: of(t('adminCategories.valueLabel', { number: place + 1, label: fieldLabel(t, 'value') })),
        ...languageLabels(
          `${path}.values.${place}.label`,
          of(t('adminCategories.valueLabel', { number: place + 1, label: fieldLabel(t, 'label') })),
        ),
      })),
    ]
  })
  return Object.assign({}, ...labels) as Record<string, string>
}

/** The draft is kept with the version it is based on. When another operator saves a newer version, the form shows what differs. */
export function CategoryForm({ category }: { category: CategoryDetails }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshCategories()
  const current = valuesOf(category)
  const sendForm = useDraftForm({
    draftName: `category ${category.id}`,
    schema: Schema,
    values: current,
    labels: {
      name: t('adminCategories.label.name'),
      slug: t('adminCategories.label.slug'),
      imageUrl: t('adminCategories.label.imageUrl'),
      fields: t('adminCategories.fields'),
      version: t('adminCategories.version'),
    },
    labelsOf: ({ fields }) => ({
      ...languageLabels('name', t('adminCategories.label.name')),
      ...labelsOfFields(t, locale, fields),
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
  const { setValue, watch } = sendForm.form
  const typed = watch() as Values
  const set = (name: string, value: unknown) => setValue(name, value, { shouldDirty: true, shouldValidate: sendForm.failureCount > 0 })
  const differences = typed.version < current.version ? differencesOf(t, typed, current) : []
  const take = (name: string) => {
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
            taken.forEach(take)
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
            <div role="alert" className="grid gap-3 rounded-lg bg-warn-soft p-4">
              <p className="text-pretty">{t('adminCategories.usedText')}</p>
              <ul className="flex flex-wrap gap-2">
                {removedParts.map((part) => {
                  const name = textIn(locale, part.name)
                  return (
                    <li key={`${part.fieldId} ${part.value ?? ''}`}>
                      <Button look="secondary" onClick={() => set('fields', putBack(current.fields, typed.fields, part))}>
                        {t('adminCategories.putBack', { name })}
                      </Button>
                    </li>
                  )
                })}
              </ul>
            </div>
          )}
          <FieldsEditor />
        </FieldGroup>
      </SendForm>
    </>
  )
}
