import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

export interface Crumb {
  name: string
  to: string
}

/** Where this page is. The last crumb is the page before this one: the heading right below says the rest. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: Crumb[] }) {
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
      </ol>
    </nav>
  )
}
