import { ArrowRight, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

interface Props {
  title: string
  more?: { to: string; label: string } | undefined
  children: ReactNode
}

export function Section({ title, more, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
      <div className="flex items-end justify-between gap-4">
        <h2 id={id} className="text-[1.375rem] sm:text-[1.75rem]">
          {title}
        </h2>
        {more && (
          <Link
            to={more.to}
            className="-my-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-md px-2 text-[0.9375rem] font-semibold text-accent-text hover:bg-accent-soft"
          >
            {more.label}
            <span className="sr-only">: {title}</span>
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

interface Crumb {
  name: string
  to: string
}

interface CrumbProps {
  label: string
  /** The pages above this one, from the home page down. */
  crumbs: Crumb[]
  page?: string
}

export function Breadcrumbs({ label, crumbs, page }: CrumbProps) {
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
