import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useT } from '~shared/i18n/context'
import { typedText } from '~shared/lib/typed-text'
import { IconButton } from '~shared/ui/icon-button'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'defaultValue' | 'name'> {
  /** What is searched for, of all the searches on a page. */
  search: string
  /** What the box takes. */
  label: string
  typed: string
  onSearch: (text: string) => void
}

/** Finds something in what a desk lists. What was found by is in the address, which is where `typed` comes from. */
export function SearchBox({ search, label, typed, onSearch, ...input }: Props) {
  const t = useT()
  return (
    <form
      role="search"
      aria-label={search}
      className="relative w-full max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typedText(event.currentTarget, 'typed'))
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-4 size-5 text-muted" />
      <input
        autoComplete="off"
        spellCheck={false}
        {...input}
        key={typed}
        name="typed"
        defaultValue={typed}
        aria-label={label}
        className="h-12 w-full rounded-lg border border-line-strong bg-surface pr-12 pl-12 tabular-nums outline-offset-0 placeholder:text-muted"
      />
      {typed && (
        <IconButton label={t('common.search.clear')} className="absolute! top-0.5 right-0.5" onClick={() => onSearch('')}>
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </form>
  )
}
