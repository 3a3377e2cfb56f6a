import { X } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '~shared/i18n/context'
import type { Chip } from '../chips'

interface Props {
  chips: Chip[]
  /** The address without any filter. */
  cleared: URLSearchParams
}

/** What narrows the list, each with a way out, and one out of all of them. */
export function FilterChips({ chips, cleared }: Props) {
  const t = useT()
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('catalog.filters.chosen')} className="flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={`?${without}`}
            preventScrollReset
            aria-label={t('catalog.filters.remove', { name: label })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-accent-soft pr-3 pl-4 text-sm font-semibold text-accent-text hover:bg-rose"
          >
            {label}
            <X aria-hidden className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={`?${cleared}`}
          preventScrollReset
          className="inline-flex min-h-11 items-center rounded-full px-3 text-sm font-semibold text-muted hover:text-accent-text"
        >
          {t('catalog.filters.clear')}
        </Link>
      </li>
    </ul>
  )
}
