import clsx from 'clsx'
import { type ReactNode, useId } from 'react'

export interface FrameProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Said behind the label of what may be left out. */
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

/** A label that stays, a control, and below it what is wrong with what it holds. */
export function FieldFrame({ label, hint, error, mark, className, children }: FrameProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={clsx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
        {mark && <span className="font-normal text-muted"> {mark}</span>}
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
