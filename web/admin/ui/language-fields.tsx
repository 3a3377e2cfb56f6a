// Form fields for a text in three languages.
import { FormArea, FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'
import { LANGUAGE_NAMES, type Locale, LOCALES } from '~shared/i18n/locale'

interface Props {
  /** The name of an object in the form with the text in each language. */
  name: string
  maxLength: number
  /** Whether the text has several lines. */
  isArea?: boolean
  /** Whether the text may be missing in all languages. */
  optional?: boolean
  /** A shorter label than the form's, where the surroundings say what the text is about. */
  label?: string
}

/** If the text exists in one language, the fields of the others say that it is missing there. */
export function LanguageFields({ name, maxLength, isArea = false, optional = false, label }: Props) {
  const t = useT()
  const { form } = useParentForm()
  const Field = isArea ? FormArea : FormText
  const typed = form.watch(name) as Record<string, string>
  const hasText = Object.values(typed).some((text) => text.trim() !== '')
  return LOCALES.map((language) => {
    const isMissing = language !== 'az' && hasText && !typed[language]?.trim()
    return (
      <Field
        key={language}
        name={`${name}.${language}`}
        {...(label !== undefined && { label: inLanguage(label, language) })}
        lang={language}
        optional={optional || language !== 'az'}
        maxLength={maxLength}
        autoComplete="off"
        hint={isMissing ? t('admin.missingText') : undefined}
      />
    )
  })
}

/** Returns for example `Ad (Русский)`. */
export const inLanguage = (label: string, language: Locale) => `${label} (${LANGUAGE_NAMES[language]})`

/** Returns the labels of a text's fields by input name: `name.az`, `name.ru`, `name.en`. */
export const languageLabels = (name: string, label: string) =>
  Object.fromEntries(LOCALES.map((language) => [`${name}.${language}`, inLanguage(label, language)]))
