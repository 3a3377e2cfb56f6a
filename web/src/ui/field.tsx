import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface Props extends ComponentProps<'input'> {
  label: string
  hint?: string
  error?: string | undefined
  trailing?: ReactNode
}

/** A label that stays, an input, and below it what is wrong. */
export function TextField({ label, hint, error, trailing, className, ...input }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className={clsx(
            'h-13 w-full rounded-lg border bg-surface px-4 text-base text-ink outline-offset-0 placeholder:text-muted',
            error ? 'border-bad' : 'border-line-strong',
            trailing && 'pr-13',
          )}
        />
        {trailing && <div className="absolute inset-y-1 right-1 grid place-items-center">{trailing}</div>}
      </div>
      {note && (
        <p id={`${id}-note`} className={clsx('text-sm', error ? 'font-medium text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}
