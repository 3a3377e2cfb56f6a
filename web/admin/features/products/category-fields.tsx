// The inputs of a product form for the fields of its category, for example colour, number of stems, or easy care.
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { textIn } from '~admin/lib/local-text'
import type { CategoryField } from '~shared/api/types'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { CheckField, SelectField, TextField } from '~shared/ui/fields'

interface Props {
  /** The path of the values in the form: `fields`, or `sizes.0.fields`. */
  name: string
  fields: CategoryField[]
}

export function CategoryFields({ name, fields }: Props) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {fields.map((field) => (
        <FieldInput key={field.key} path={`${name}.${field.key}`} field={field} />
      ))}
    </div>
  )
}

/** The form has a list of texts for each field; a number and a toggle have at most one text. */
function FieldInput({ path, field }: { path: string; field: CategoryField }) {
  const { t } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange, onBlur } = useController({ name: path, control: form.control }).field
  const values = (value as string[] | undefined) ?? []
  const common = { ref, onBlur, label: labels[path] ?? path, error: errorFor(path) }
  const set = (typed: string) => onChange(typed === '' ? [] : [typed])
  if (field.type === 'choice')
    return <ChoiceInput field={field} label={common.label} error={common.error} values={values} focusRef={ref} onChange={onChange} />
  if (field.type === 'range')
    return (
      <TextField
        {...common}
        mark={t('forms.optional')}
        inputMode="decimal"
        autoComplete="off"
        value={values[0] ?? ''}
        onChange={({ target }) => set(target.value)}
      />
    )
  return (
    <SelectField
      {...common}
      mark={t('forms.optional')}
      placeholder={t('adminProducts.fields.unknown')}
      choices={[
        { value: 'true', label: t('adminProducts.fields.yes') },
        { value: 'false', label: t('adminProducts.fields.no') },
      ]}
      value={values[0] ?? ''}
      onChange={({ target }) => set(target.value)}
    />
  )
}

interface ChoiceProps {
  field: CategoryField
  label: string
  error: string | undefined
  values: string[]
  focusRef: (element: HTMLInputElement | null) => void
  onChange: (values: string[]) => void
}

function ChoiceInput({ field, label, error, values, focusRef, onChange }: ChoiceProps) {
  const { locale } = useI18n()
  const id = useId()
  const set = (value: string, isIn: boolean) => onChange(isIn ? [...values, value] : values.filter((other) => other !== value))
  return (
    <fieldset aria-describedby={error ? id : undefined} className="sm:col-span-2">
      <legend className="mb-1 text-[0.9375rem] font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-x-4 md:grid-cols-3">
        {field.values.map(({ value, label }, index) => (
          <CheckField
            key={value}
            ref={index === 0 ? focusRef : undefined}
            checked={values.includes(value)}
            onChange={({ target }) => set(value, target.checked)}
          >
            {textIn(locale, label)}
          </CheckField>
        ))}
      </div>
      {error && (
        <p id={id} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
