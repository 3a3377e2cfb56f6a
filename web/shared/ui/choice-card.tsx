import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children' | 'title'> {
  title: ReactNode
  text?: ReactNode
  /** At the far end, as a price. */
  aside?: ReactNode
}

/** One of a few answers, with what is to be known of it; all of the card is the target. */
export function ChoiceCard({ title, text, aside, disabled, ...input }: Props) {
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
