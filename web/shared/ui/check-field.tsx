import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  children: ReactNode
  error?: string | undefined
  className?: string
}

/** A box to tick; all of its text is the target. */
export function CheckField({ children, error, className, ...input }: Props) {
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
