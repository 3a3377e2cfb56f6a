import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '~shared/i18n/context'
import { useDocumentHead } from '~shared/lib/document-head'
import type { Arrival } from '../steps'

interface Props {
  title: string
  text?: ReactNode
  /** Links to other steps. */
  links?: ReactNode
  children?: ReactNode
}

/** Frame of a step: heading, description, content, and links to other steps. */
export function StepFrame({ title, text, links, children }: Props) {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: title }))
  return (
    <>
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        {text && <p className="text-pretty text-muted">{text}</p>}
      </div>
      {children}
      {links && <StepLinks>{links}</StepLinks>}
    </>
  )
}

const LOOK = '-mx-2 inline-flex min-h-11 items-center rounded-md px-2 font-semibold text-accent-text hover:bg-accent-soft'

/** Link to another step. */
export const StepLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={LOOK}>
    {children}
  </Link>
)

/** Links to other steps, below the content. */
export const StepLinks = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3">{children}</div>
)

interface DelayedButtonProps {
  /** The countdown as text; null when it is over. */
  countdown: string | null
  onGo: () => void
  busy: boolean
  children: ReactNode
}

/** A button that replaces a countdown when it is over. The countdown is not a live region, because it changes every second. */
export const DelayedButton = ({ countdown, onGo, busy, children }: DelayedButtonProps) =>
  countdown ? (
    <p className="inline-flex min-h-11 items-center text-muted tabular-nums">{countdown}</p>
  ) : (
    <button type="button" className={LOOK} onClick={onGo} disabled={busy} aria-busy={busy || undefined}>
      {children}
    </button>
  )

const REASONS = {
  reset: { text: 'signIn.password.reset', look: 'bg-good-soft text-good' },
  unproven: { text: 'signIn.phone.unproven', look: 'bg-warn-soft text-warn' },
} as const

/** Reason for the redirect to this page, if there was one. */
export function RedirectReason() {
  const t = useT()
  const { note } = (useLocation().state ?? {}) as Arrival
  const reason = note && REASONS[note]
  return reason ? (
    <p role="status" className={clsx('rounded-lg px-4 py-3 font-medium text-pretty', reason.look)}>
      {t(reason.text)}
    </p>
  ) : null
}
