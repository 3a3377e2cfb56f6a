import { Search, X } from 'lucide-react'
import { useT } from '~/i18n/context'
import { typedText } from '~/lib/typed-text'
import { IconButton } from '~/ui/icon-button'

interface Props {
  code: string
  onSearch: (code: string) => void
}

/** Finds an order by its code, or by how that begins: as somebody on the phone reads it out. */
export function CodeSearch({ code, onSearch }: Props) {
  const t = useT()
  return (
    <form
      role="search"
      aria-label={t('desk.search')}
      className="relative w-full max-w-sm"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typedText(event.currentTarget, 'code').toUpperCase())
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-4 size-5 text-muted" />
      <input
        key={code}
        name="code"
        defaultValue={code}
        aria-label={t('desk.code')}
        placeholder="SQ-7K4M-29"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="h-12 w-full rounded-lg border border-line-strong bg-surface pr-12 pl-12 tabular-nums outline-offset-0 placeholder:text-muted"
      />
      {code && (
        <IconButton label={t('common.search.clear')} className="absolute! top-0.5 right-0.5" onClick={() => onSearch('')}>
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </form>
  )
}
