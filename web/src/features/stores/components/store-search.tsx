import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { IconButton, iconButtonClass } from '~shared/ui/icon-button'
import type { Asked } from '../queries'

const LONGEST = 100

/** The address has what was searched for: back finds the list before. */
export function StoreSearch({ asked }: { asked: Asked }) {
  const t = useT()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  // Going back changes the address and not the field, which must keep the focus while it is typed in.
  useEffect(() => {
    if (field.current) field.current.value = asked.text ?? ''
  }, [asked.text])
  return (
    <form
      role="search"
      aria-label={t('stores.search')}
      className="relative min-w-0 grow sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(paths.stores({ ...asked, text: field.current?.value.trim() }), { preventScrollReset: true })
      }}
    >
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        maxLength={LONGEST}
        defaultValue={asked.text}
        aria-label={t('stores.search')}
        placeholder={t('stores.search')}
        className="h-11 w-full rounded-lg border border-line-strong/50 bg-surface pr-22 pl-4 placeholder:text-muted hover:border-line-strong [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute inset-y-0 right-0 flex">
        {asked.text && (
          <Link to={paths.stores({ ...asked, text: undefined })} aria-label={t('stores.clear')} className={iconButtonClass}>
            <X aria-hidden className="size-4.5 text-muted" />
          </Link>
        )}
        <IconButton type="submit" label={t('stores.searchButton')}>
          <Search aria-hidden className="size-5" />
        </IconButton>
      </span>
    </form>
  )
}
