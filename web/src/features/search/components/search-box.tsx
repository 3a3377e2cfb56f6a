import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, Suspense, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation, useParams } from 'react-router'
import { useT } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { paths } from '~shared/lib/paths'
import { OptionalPart } from '~shared/ui/states'
import { Spinner } from '~shared/ui/button'
import type { Keys } from './suggestions'

const Suggestions = lazyPart(() => import('./suggestions'), 'deferred')

interface Props {
  /** In the header, suggestions overlay the page; in the panel on phones, they fill it. */
  place: 'header' | 'panel'
  inputRef?: Ref<HTMLInputElement>
  /** Shown before the input. */
  leading?: ReactNode
}

const BUTTON = 'absolute top-0.5 grid size-11 place-items-center rounded-full text-muted hover:text-accent-text'

/**
 * The search input, which works before its suggestions have loaded and without them. Enter searches the typed text unless the arrow keys
 * have chosen a suggestion. Escape closes the list, then clears the input.
 */
export function SearchBox({ place, inputRef, leading }: Props) {
  const t = useT()
  const id = useId()
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const { key } = useLocation()
  const { text = '' } = useParams()
  const [typed, setTyped] = useState(text)
  // Edited since the last search: a results page that loads now must not replace the text.
  const [isEdited, setEdited] = useState(false)
  const [seen, setSeen] = useState({ text, key })
  const isPanel = place === 'panel'
  const [isOpen, setOpen] = useState(isPanel)
  const [active, setActive] = useState<string | null>(null)
  const [count, setCount] = useState(0)
  const keys = useRef<Keys>(null)

  const show = (isShown: boolean) => {
    setOpen(isShown || isPanel)
    setActive(null)
  }
  // When a results page has loaded, the list closes and the input shows its search text, unless the visitor has typed on.
  if (seen.key !== key || seen.text !== text) {
    setSeen({ text, key })
    if (!isEdited) {
      show(false)
      if (seen.text !== text) setTyped(text)
    }
  }

  const change = (next: string) => {
    setTyped(next)
    setEdited(true)
    show(true)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Escape') {
      if (event.key === 'Enter') setEdited(false)
      if (!isOpen && event.key.startsWith('Arrow')) show(true)
      return keys.current?.press(event)
    }
    const isListShown = isOpen && !isPanel
    if (!isListShown && !typed) return
    event.preventDefault()
    if (isListShown) show(false)
    else change('')
  }

  const isExpanded = isOpen && count > 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the list closes when the focus leaves all of this
    <form
      role="search"
      className={isPanel ? 'flex h-dvh flex-col' : 'relative w-full'}
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = typed.trim()
        if (wanted) void navigate(paths.search(wanted), { replace: isPanel })
      }}
      onClickCapture={() => setEdited(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        show(false)
        setEdited(false)
      }}
    >
      <div className={clsx(isPanel && 'flex items-center gap-1 border-b border-line p-2 pr-4')}>
        {leading}
        <div className="relative grow">
          <label htmlFor={id} className="sr-only">
            {t('common.search.label')}
          </label>
          <input
            ref={inputRef}
            id={id}
            type="text"
            role="combobox"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? `${id}-list` : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isExpanded ? (active ?? undefined) : undefined}
            value={typed}
            placeholder={t('common.search.placeholder')}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            inputMode="search"
            enterKeyHint="search"
            maxLength={200}
            onChange={({ target }) => change(target.value)}
            onClick={() => show(true)}
            onKeyDown={onKeyDown}
            className="h-12 w-full rounded-full border border-transparent bg-sunken pr-24 pl-5 text-base text-ink placeholder:text-muted hover:border-line-strong/50 focus:border-accent-text focus:bg-surface focus:outline-offset-0"
          />
          {typed && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('common.search.clear')}
              className={`${BUTTON} right-12`}
              onClick={() => change('')}
            >
              <X aria-hidden className="size-4.5" />
            </button>
          )}
          <button type="submit" aria-label={t('common.search.submit')} aria-busy={isLoading || undefined} className={`${BUTTON} right-0.5`}>
            {isLoading && isPanel ? <Spinner /> : <Search aria-hidden className="size-5" />}
          </button>
        </div>
      </div>
      {isOpen && (
        <OptionalPart>
          <Suspense>
            <Suggestions
              ref={keys}
              listId={`${id}-list`}
              place={place}
              typed={typed.trim()}
              active={active}
              onActive={setActive}
              onCount={setCount}
            />
          </Suspense>
        </OptionalPart>
      )}
    </form>
  )
}
