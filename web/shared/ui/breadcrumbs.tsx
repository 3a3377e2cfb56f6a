import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

export interface Crumb {
  name: string
  to: string
}

interface Props {
  label: string
  /** The pages above this one. */
  crumbs: Crumb[]
  /** The name of the current page. Pages without a single name leave it out. */
  page?: string
}

export function Breadcrumbs({ label, crumbs, page }: Props) {
  return (
    <nav aria-label={label} className="shelf -mx-4 scroll-px-4 px-4 text-sm text-muted md:mx-0 md:px-0">
      <ol className="flex items-center gap-1 whitespace-nowrap">
        {crumbs.map(({ name, to }, index) => (
          <li key={to} className="flex items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 opacity-60" />}
            <Link to={to} className="inline-flex min-h-11 items-center rounded-sm hover:text-accent-text hover:underline">
              {name}
            </Link>
          </li>
        ))}
        {page !== undefined && (
          <li aria-current="page" className="flex min-w-0 items-center gap-1">
            <ChevronRight aria-hidden className="size-3.5 shrink-0 opacity-60" />
            <span className="max-w-72 truncate text-ink">{page}</span>
          </li>
        )}
      </ol>
    </nav>
  )
}
