import clsx from 'clsx'
import { Minus, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface RadioPillProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
}

export function RadioPill({ label, ...input }: RadioPillProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-line-strong bg-surface px-4 has-checked:border-accent has-checked:bg-accent-soft">
      <input {...input} type="radio" className="size-4.5 accent-accent" />
      {label}
    </label>
  )
}

interface ChoiceCardProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children' | 'title'> {
  title: ReactNode
  text?: ReactNode
  aside?: ReactNode
}

export function ChoiceCard({ title, text, aside, disabled, ...input }: ChoiceCardProps) {
  return (
    <label
      className={clsx(
        'flex min-h-14 items-center gap-3.5 rounded-lg border border-line-strong/60 bg-surface px-4 py-3 transition-colors',
        'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2.5 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        disabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer hover:border-line-strong',
      )}
    >
      <input {...input} disabled={disabled} type="radio" className="size-4.5 shrink-0 accent-accent outline-none" />
      <span className="grid min-w-0 grow gap-0.5 wrap-anywhere">
        <span className="font-medium">{title}</span>
        {text && <span className="text-[0.9375rem] text-muted">{text}</span>}
      </span>
      {aside && <span className="shrink-0 font-medium tabular-nums">{aside}</span>}
    </label>
  )
}

interface StepperProps {
  count: number
  max?: number | undefined
  labels: { group: string; less: string; more: string; remove: string }
  onLess: () => void
  onMore: () => void
}

/** With a count of one, the minus becomes a button that removes the line. */
export function Stepper({ count, max, labels, onLess, onMore }: StepperProps) {
  const button = 'grid size-11 place-items-center rounded-md text-ink hover:bg-sunken disabled:opacity-40 disabled:hover:bg-transparent'
  const Less = count > 1 ? Minus : Trash2
  return (
    <div role="group" aria-label={labels.group} className="inline-flex items-center rounded-lg border border-line bg-surface">
      <button type="button" aria-label={count > 1 ? labels.less : labels.remove} className={button} onClick={onLess}>
        <Less aria-hidden className="size-4.5" />
      </button>
      <output className="min-w-8 text-center font-semibold tabular-nums">{count}</output>
      <button type="button" aria-label={labels.more} className={button} onClick={onMore} disabled={max !== undefined && count >= max}>
        <Plus aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}
