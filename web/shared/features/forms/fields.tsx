// Fields of a `SendForm`, which holds their labels and errors for its error summary.

import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { AreaField, CheckField, type Choice, SelectField, TextField } from '~shared/ui/fields'
import { IconButton } from '~shared/ui/button'
import { RadioPill } from '~shared/ui/choices'
import { useParentForm } from './send-form'

type BoundProps<Props> = Omit<Props, 'label' | 'error' | 'mark' | 'name'> & {
  name: string
  optional?: boolean
  label?: string
}

interface FieldOptions {
  optional?: boolean | undefined
  label?: string | undefined
  onChange?: (() => void) | undefined
}

function useField(name: string, { optional = false, label, onChange }: FieldOptions = {}) {
  const t = useT()
  const { form, labels, errorFor } = useParentForm()
  return {
    ...form.register(name, { onChange }),
    label: label ?? labels[name] ?? name,
    error: errorFor(name),
    ...(optional ? { mark: t('forms.optional') } : { required: true }),
  }
}

export function FormText({ name, optional, label, ...rest }: BoundProps<ComponentProps<typeof TextField>>) {
  return <TextField {...rest} {...useField(name, { optional, label })} />
}

export function FormArea({ name, optional, label, ...rest }: BoundProps<ComponentProps<typeof AreaField>>) {
  return <AreaField {...rest} {...useField(name, { optional, label })} />
}

export function FormSelect({
  name,
  optional,
  label,
  onChosen,
  ...rest
}: BoundProps<ComponentProps<typeof SelectField>> & { onChosen?: () => void }) {
  return <SelectField {...rest} {...useField(name, { optional, label, onChange: onChosen })} />
}

export function FormRadios({ name, choices }: { name: string; choices: Choice[] }) {
  const { form, labels } = useParentForm()
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{labels[name]}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <RadioPill key={value} {...form.register(name)} value={value} label={label} />
        ))}
      </div>
    </fieldset>
  )
}

export function FormPassword({ name, ...rest }: BoundProps<ComponentProps<typeof TextField>>) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const field = useField(name)
  return (
    <TextField
      {...rest}
      {...field}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton label={t('forms.showPassword', { name: field.label })} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <Icon aria-hidden className="size-5 text-muted" />
        </IconButton>
      }
    />
  )
}

export function FormCheck({ name, children }: { name: string; children?: ReactNode }) {
  const { form, labels, errorFor } = useParentForm()
  return (
    <CheckField {...form.register(name)} error={errorFor(name)}>
      {children ?? labels[name]}
    </CheckField>
  )
}
