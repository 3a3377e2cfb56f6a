import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

interface Props extends ComponentProps<'button'> {
  label: string
  children: ReactNode
}

export const iconButtonClass = 'relative grid size-11 shrink-0 place-items-center rounded-md text-ink transition-colors hover:bg-sunken'

export function IconButton({ label, className, children, ...rest }: Props) {
  return (
    <button type="button" aria-label={label} {...rest} className={clsx(iconButtonClass, className)}>
      {children}
    </button>
  )
}
