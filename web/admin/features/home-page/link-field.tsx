import { FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'
import { SelectField } from '~shared/ui/fields'
import { useLinkChoices } from './choices'
import { MissingCategory, useMissingCategories } from './missing-category'

interface Props {
  name: string
  optional?: boolean
  /** The shop leaves out a tile whose category is missing. */
  isTile?: boolean
}

/** A path in the shop, which the operator types or chooses from the categories and pages. */
export function LinkField({ name, optional = false, isTile = false }: Props) {
  const t = useT()
  const { form } = useParentForm()
  const choices = useLinkChoices()
  const { isLinkMissing } = useMissingCategories()
  const typed = String(form.watch(name))
  const chosen = choices.find(({ value }) => value === typed)?.value ?? ''
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <FormText
        name={name}
        label={t('adminHome.label.link')}
        optional={optional}
        hint={t('adminHome.link.hint')}
        placeholder="/kateqoriya/guller"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        label={t('adminHome.link.choose')}
        placeholder={t('adminHome.link.typed')}
        choices={choices}
        value={chosen}
        onChange={({ target }) =>
          target.value && form.setValue(name, target.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
      <MissingCategory
        className="sm:col-span-2"
        text={isLinkMissing(typed) && t(isTile ? 'adminHome.missing.tile' : 'adminHome.missing.link')}
      />
    </div>
  )
}
