import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Props {
  to: string
  Icon: LucideIcon
  title: string
  tone: string
  /** What there is, in a line or two; nothing while it is on its way. */
  children: ReactNode
}

/** A room of the account and what is going on in it; all of it leads there. */
export function Tile({ to, Icon, title, tone, children }: Props) {
  return (
    <li className="relative flex gap-4 rounded-xl border border-line bg-surface p-5 hover:border-line-strong">
      <span className={`grid size-11 shrink-0 place-items-center rounded-full ${tone}`}>
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <h2 className="text-base">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-xl">
            {title}
          </Link>
        </h2>
        <div className="text-[0.9375rem] text-muted wrap-anywhere">{children}</div>
      </div>
    </li>
  )
}
