import clsx from 'clsx'
import { Link } from 'react-router'

interface Choice {
  to: string
  label: string
  count?: number | undefined
  isCurrent: boolean
}

/** Links between the views of a list, such as orders by status. */
export function FilterLinks({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(({ to, label, count, isCurrent }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={clsx(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 font-medium',
            isCurrent ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong/60 hover:border-line-strong',
          )}
        >
          {label}
          {count !== undefined && count > 0 && <span className="rounded-full bg-sunken px-2 text-sm text-ink tabular-nums">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
