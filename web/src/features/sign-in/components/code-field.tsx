// The field for a one-time code.

import clsx from 'clsx'
import { type Ref, useId } from 'react'
import { extractCode, OTP_LENGTH } from '../otp'

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>
  label: string
  value: string
  note: string
  isWrong: boolean
  onChange: (code: string) => void
}

/** `grid-cols-4` has a column for each box. */
const BOXES = Array.from({ length: OTP_LENGTH }, (_, index) => index)

/** One input under drawn boxes, so that paste, autofill and screen readers work. */
export function CodeField({ ref, label, value, note, isWrong, onChange }: CodeFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        {label}
      </label>
      <div className="group relative max-w-64">
        <input
          ref={ref}
          id={id}
          value={value}
          onChange={(event) => onChange(extractCode(event.target.value))}
          // A pasted message replaces typed digits.
          onPaste={(event) => {
            event.preventDefault()
            onChange(extractCode(event.clipboardData.getData('text')))
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-note`}
          className="absolute inset-0 w-full rounded-lg bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
        />
        <div aria-hidden className="pointer-events-none grid grid-cols-4 gap-2.5">
          {BOXES.map((index) => (
            <span
              key={index}
              className={clsx(
                'grid aspect-square place-items-center rounded-lg border bg-surface text-2xl font-semibold tabular-nums',
                isWrong ? 'border-bad' : 'border-line-strong',
                index === Math.min(value.length, OTP_LENGTH - 1) &&
                  'group-focus-within:outline-2 group-focus-within:outline-offset-2 group-focus-within:outline-accent-text',
              )}
            >
              {value[index]}
            </span>
          ))}
        </div>
      </div>
      <p
        id={`${id}-note`}
        role={isWrong ? 'alert' : undefined}
        className={clsx('text-sm', isWrong ? 'font-medium text-bad' : 'text-muted')}
      >
        {note}
      </p>
    </div>
  )
}
