import type { ReactNode } from 'react'
import { Link } from 'react-router'

const LOOK = '-mx-2 inline-flex min-h-11 items-center rounded-md px-2 font-semibold text-accent-text hover:bg-accent-soft'

/** A quiet way to another step. */
export const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={LOOK}>
    {children}
  </Link>
)

/** The ways to other steps, below what is to be done. */
export const Ways = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3">{children}</div>
)

interface WaitProps {
  /** Said until the way is open. */
  wait: string | null
  onGo: () => void
  busy: boolean
  children: ReactNode
}

/** A way that opens when a countdown is over. Its text is no live region: nobody wants every second read out. */
export const WayInAWhile = ({ wait, onGo, busy, children }: WaitProps) =>
  wait ? (
    <p className="inline-flex min-h-11 items-center text-muted tabular-nums">{wait}</p>
  ) : (
    <button type="button" className={LOOK} onClick={onGo} disabled={busy} aria-busy={busy || undefined}>
      {children}
    </button>
  )
