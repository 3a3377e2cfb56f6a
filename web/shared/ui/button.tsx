import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

export function Spinner() {
  return <span aria-hidden className="size-4.5 animate-spin rounded-full border-2 border-current border-r-transparent" />
}

export type Look = 'primary' | 'secondary' | 'quiet'
type Size = 'md' | 'lg'

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong shadow-quiet',
  secondary: 'border border-line-strong/50 bg-surface text-ink hover:border-line-strong hover:bg-sunken',
  quiet: 'text-accent-text hover:bg-accent-soft',
}
const SIZES: Record<Size, string> = { md: 'min-h-11 px-4.5 text-[0.9375rem]', lg: 'min-h-13 px-6 text-base' }

export const buttonClass = (look: Look = 'primary', size: Size = 'md', extra?: string) =>
  clsx(
    'inline-flex items-center justify-center gap-2 rounded-lg font-semibold transition-colors duration-150 select-none',
    'disabled:opacity-55 disabled:shadow-none',
    LOOKS[look],
    SIZES[size],
    extra,
  )

interface ButtonLookProps {
  look?: Look
  size?: Size
  children: ReactNode
}

export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  ...rest
}: ButtonLookProps & ComponentProps<'button'> & { busy?: boolean }) {
  return (
    <button type="button" {...rest} aria-busy={busy || undefined} className={buttonClass(look, size, className)}>
      {busy && <Spinner />}
      {children}
    </button>
  )
}

export function ButtonLink({ look, size, className, ...rest }: ButtonLookProps & Omit<LinkProps, 'className'> & { className?: string }) {
  return <Link {...rest} className={buttonClass(look, size, className)} />
}

interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  children: ReactNode
}

export const iconButtonClass = 'relative grid size-11 shrink-0 place-items-center rounded-md text-ink transition-colors hover:bg-sunken'

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={clsx(iconButtonClass, className)}>
      {children}
    </button>
  )
}
