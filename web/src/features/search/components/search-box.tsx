// The search box in the header, and on phones in a panel.

import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, Suspense, useId, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { useT } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { paths } from '~shared/lib/paths'
import { OptionalPart } from '~shared/ui/states'
import { Spinner } from '~shared/ui/button'
import type { SuggestionKeys } from './suggestions'
import { useSearchBox } from './use-search-box'

const Suggestions = lazyPart(() => import('./suggestions'), 'deferred')

interface SearchBoxProps {
  /** In the header, suggestions overlay the page; in the panel on phones, they fill it. */
  place: 'header' | 'panel'
  inputRef?: Ref<HTMLInputElement>
  /** Rendered before the input. */
  leading?: ReactNode
}

const BUTTON = 'absolute top-0.5 grid size-11 place-items-center rounded-full text-muted hover:text-accent-text'

/**
 * Works without suggestions. Enter searches the typed text unless a suggestion is chosen. Escape closes the list, then clears the input.
 *
 * While the list is wanted, `Suggestions` renders it, reports how many options it has (`optionCount`), and handles keys that choose one.
 */
export function SearchBox({ place, inputRef, leading }: SearchBoxProps) {
  const t = useT()
  const id = useId()
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const isPanel = place === 'panel'
  const { typed, change, setEdited, isOpen, setListOpen, activeId, setActiveId } = useSearchBox(isPanel)
  const [optionCount, setOptionCount] = useState(0)
  const suggestionKeys = useRef<SuggestionKeys>(null)

  const onEscape = (event: KeyboardEvent) => {
    const canClose = isOpen && !isPanel
    if (!canClose && !typed) return
    event.preventDefault()
    if (canClose) setListOpen(false)
    else change('')
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An input method (IME) is composing a character, so its keys are not commands.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return onEscape(event)
    if (event.key === 'Enter' && activeId) setEdited(false)
    if (!isOpen && event.key.startsWith('Arrow')) setListOpen(true)
    suggestionKeys.current?.handleKey(event)
  }

  const isExpanded = isOpen && optionCount > 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the list closes when the focus leaves all of this
    <form
      role="search"
      className={isPanel ? 'flex h-dvh flex-col' : 'relative w-full'}
      onSubmit={(event) => {
        event.preventDefault()
        const query = typed.trim()
        if (query) void navigate(paths.search(query), { replace: isPanel })
      }}
      // A click on a suggestion starts a search. In the capture phase, this runs before “clear” marks the text as edited.
      onClickCapture={() => setEdited(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        setListOpen(false)
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
            aria-activedescendant={isExpanded ? (activeId ?? undefined) : undefined}
            value={typed}
            placeholder={t('common.search.placeholder')}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            inputMode="search"
            enterKeyHint="search"
            maxLength={200}
            onChange={({ target }) => change(target.value)}
            onClick={() => setListOpen(true)}
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
              ref={suggestionKeys}
              listId={`${id}-list`}
              place={place}
              typed={typed.trim()}
              activeId={activeId}
              onActive={setActiveId}
              onCount={setOptionCount}
            />
          </Suspense>
        </OptionalPart>
      )}
    </form>
  )
}
