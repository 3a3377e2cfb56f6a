// Fields without a form's state; `features/forms/fields.tsx` connects them to a form.

import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface FrameProps {
  label: ReactNode
  hint?: string | undefined
  error?: string | undefined
  /** Appended to the label, for example “optional”. */
  mark?: string | undefined
  className?: string | undefined
}

interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const controlClass = (isWrong: boolean, extra?: string | false) =>
  clsx(
    'w-full rounded-lg border bg-surface px-4 text-base text-ink outline-offset-0 placeholder:text-muted',
    isWrong ? 'border-bad' : 'border-line-strong',
    extra,
  )

export function FieldFrame({ label, hint, error, mark, className, children }: FrameProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={clsx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
        {mark && (
          <>
            {' '}
            <span className="inline-block font-normal text-muted">{mark}</span>
          </>
        )}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note ? `${id}-note` : undefined })}
      {note && (
        <p id={`${id}-note`} className={clsx('text-sm', error ? 'font-medium text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends FrameProps, Omit<ComponentProps<'input'>, 'className'> {
  /** Shown inside the right end of the field. */
  trailing?: ReactNode
}

export function TextField({ label, hint, error, mark, trailing, className, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, mark, className }}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} className={controlClass(Boolean(error), trailing ? 'h-13 pr-13' : 'h-13')} />
          {trailing && <div className="absolute inset-y-1 right-1 grid place-items-center">{trailing}</div>}
        </div>
      )}
    </FieldFrame>
  )
}

type AreaFieldProps = FrameProps & Omit<ComponentProps<'textarea'>, 'className'>

/** Grows with its content where the browser supports it. */
export function AreaField({ label, hint, error, mark, className, rows = 5, ...area }: AreaFieldProps) {
  const height = rows > 3 ? 'min-h-36' : 'min-h-24'
  return (
    <FieldFrame {...{ label, hint, error, mark, className }}>
      {(control) => (
        <textarea
          rows={rows}
          {...area}
          {...control}
          className={controlClass(Boolean(error), `field-sizing-content resize-y py-3 ${height}`)}
        />
      )}
    </FieldFrame>
  )
}

export interface Choice {
  value: string
  label: string
}

interface SelectFieldProps extends FrameProps, Omit<ComponentProps<'select'>, 'className' | 'children'> {
  choices: Choice[]
  placeholder?: string | undefined
}

export function SelectField({ label, hint, error, mark, className, choices, placeholder, ...select }: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, mark, className }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={controlClass(Boolean(error), 'h-13 appearance-none pr-11')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute top-4.5 right-4 size-4 text-muted" />
        </div>
      )}
    </FieldFrame>
  )
}

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  children: ReactNode
  error?: string | undefined
  className?: string
}

export function CheckField({ children, error, className, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div className={clsx('grid gap-1', className)}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          className="size-5.5 shrink-0 cursor-pointer accent-accent"
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={`${id}-note`} className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
