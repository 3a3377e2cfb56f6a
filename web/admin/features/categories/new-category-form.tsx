import { useNavigate } from 'react-router'
import { adminPaths } from '~admin/paths'
import { localTextOf, textIn } from '~admin/lib/local-text'
import { FieldGroup, useDraftForm } from '~admin/ui/forms'
import { languageLabels, LanguageFields } from '~admin/ui/language-fields'
import { FormPicture } from '~admin/ui/picture-field'
import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { createCategory, useRefreshCategories } from './api'
import { EMPTY, MAX_NAME_LENGTH, NewSchema, toFormField } from './rules'

/** Creates a category as the last child of its parent, and opens the editor, in which the category gets its fields. */
export function NewCategoryForm({ parentId }: { parentId: number | undefined }) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const refresh = useRefreshCategories()
  const sendForm = useDraftForm({
    draftName: `new category ${parentId ?? ''}`,
    schema: NewSchema,
    values: EMPTY,
    labels: {
      name: t('adminCategories.label.name'),
      slug: t('adminCategories.label.slug'),
      imageUrl: t('adminCategories.label.imageUrl'),
    },
    labelsOf: () => languageLabels('name', t('adminCategories.label.name')),
    toFormField,
    send: ({ name, slug, imageUrl }) =>
      createCategory(locale, {
        ...(parentId !== undefined && { parentId }),
        name: localTextOf(name),
        ...(slug && { slug }),
        ...(imageUrl && { imageUrl }),
      }),
    isCreation: true,
    valuesAfterSave: () => EMPTY,
    onSaved: async ({ data }) => {
      toast.good(t('adminCategories.created', { name: textIn(locale, data.name) }))
      await refresh()
      await navigate(adminPaths.category(String(data.id)))
    },
  })
  return (
    <SendForm form={sendForm} submit={t('adminCategories.create')} className="gap-8!">
      <FieldGroup title={t('adminCategories.names')} text={t('adminCategories.namesText')}>
        <LanguageFields name="name" maxLength={MAX_NAME_LENGTH} />
      </FieldGroup>
      <FieldGroup title={t('adminCategories.page')}>
        <FormText name="slug" optional autoComplete="off" spellCheck={false} hint={t('adminCategories.hint.newSlug')} />
        <FormPicture name="imageUrl" optional />
      </FieldGroup>
      <p className="text-muted text-pretty">{t('adminCategories.fieldsLater')}</p>
    </SendForm>
  )
}
