// The frame of the sign-in page's steps, with links and messages.

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { ApiFailure } from '~shared/api/failure'
import { useT } from '~shared/i18n/context'
import { useDocumentHead } from '~shared/lib/document-head'
import { paths } from '~shared/lib/paths'
import type { Arrival } from '../steps'

interface StepFrameProps {
  title: string
  text?: ReactNode
  links?: ReactNode
  children?: ReactNode
}

export function StepFrame({ title, text, links, children }: StepFrameProps) {
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

const LINK_CLASS =
  '-mx-2 inline-flex min-h-11 items-center justify-self-start rounded-md px-2 font-semibold text-accent-text hover:bg-accent-soft'

export const StepLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={LINK_CLASS}>
    {children}
  </Link>
)

export const StepLinks = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3">{children}</div>
)

interface DelayedButtonProps {
  /** The countdown as text, or null when it is over. */
  countdown: string | null
  onPress: () => void
  busy: boolean
  children: ReactNode
}

/** The countdown is no live region, because it changes every second. */
export const DelayedButton = ({ countdown, onPress, busy, children }: DelayedButtonProps) =>
  countdown ? (
    <p className="inline-flex min-h-11 items-center text-muted tabular-nums">{countdown}</p>
  ) : (
    <button type="button" className={LINK_CLASS} onClick={onPress} disabled={busy} aria-busy={busy || undefined}>
      {children}
    </button>
  )

/** Shown only for a blocked account: nothing on this page can help then. */
export function SupportLink({ failure }: { failure: unknown }) {
  const t = useT()
  if (!(failure instanceof ApiFailure) || failure.code !== 'account_blocked') return null
  return (
    <Link to={paths.contact()} className="inline-flex min-h-11 items-center justify-self-start font-semibold text-accent-text underline">
      {t('signIn.toSupport')}
    </Link>
  )
}

/** Why a visitor has come to this step, by `Arrival.note`. */
const REASONS = {
  reset: { text: 'signIn.password.reset', look: 'bg-good-soft text-good' },
  unproven: { text: 'signIn.phone.unproven', look: 'bg-warn-soft text-warn' },
  verification: { text: 'signIn.verification', look: 'bg-warn-soft text-warn' },
} as const

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
