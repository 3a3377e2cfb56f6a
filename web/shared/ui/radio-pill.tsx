import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
}

/** One of a few answers that are all in sight; all of it is the target. */
export function RadioPill({ label, ...input }: Props) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-line-strong bg-surface px-4 has-checked:border-accent has-checked:bg-accent-soft">
      <input {...input} type="radio" className="size-4.5 accent-accent" />
      {label}
    </label>
  )
}
