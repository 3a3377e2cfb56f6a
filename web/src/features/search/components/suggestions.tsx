// The list of suggestions below the search box.

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle } from 'react'
import { useNavigate } from 'react-router'
import { useTree } from '~shared/features/catalog/queries'
import { useLocale, useT } from '~shared/i18n/context'
import { useDebounced } from '~shared/lib/clock'
import { Skeleton } from '~shared/ui/states'
import { recent, useRecent } from '../recent'
import { MIN_LETTERS, suggestQuery } from '../queries'
import { type Option, type Section, sectionsOf, stepTo } from '../sections'
import { HEADING, OptionGroup } from './option-group'

const DEBOUNCE_MS = 350

/** Receives the keys that are pressed in the input of the search box. */
export interface SuggestionKeys {
  handleKey: (event: KeyboardEvent<HTMLInputElement>) => void
}

interface SuggestionsProps {
  ref: Ref<SuggestionKeys>
  listId: string
  place: 'header' | 'panel'
  typed: string
  /** The option that the arrow keys have chosen. */
  activeId: string | null
  onActive: (id: string | null) => void
  onCount: (count: number) => void
}

function useSuggestions(typed: string) {
  const locale = useLocale()
  const debounced = useDebounced(typed, DEBOUNCE_MS)
  const isTooShort = typed.length < MIN_LETTERS
  // An empty text requests popular searches.
  const requestedText = isTooShort || debounced.length < MIN_LETTERS ? '' : debounced
  const { data, isPlaceholderData, isError } = useQuery({
    ...suggestQuery(locale, requestedText),
    // Earlier suggestions stay until the response arrives, but popular searches do not match the typed text.
    placeholderData: (previous, query) => (requestedText && query?.queryKey[2] ? previous : undefined),
  })
  const hasOwnResponse = data !== undefined && !isPlaceholderData && (isTooShort || requestedText === typed)
  return {
    // While a longer text is not yet requested, popular searches would not match it.
    suggestions: isTooShort || requestedText ? data?.data : undefined,
    isTooShort,
    /** Whether the response for the typed text itself has arrived, or has failed. */
    isAnswered: isError || hasOwnResponse,
    isError,
  }
}

/** Keeps the chosen option in view. It stays chosen when more options load, until it is removed. */
function useActiveOption(options: Option[], activeId: string | null, onActive: (id: string | null) => void) {
  const isActiveRemoved = activeId !== null && !options.some(({ id }) => id === activeId)
  useEffect(() => {
    if (isActiveRemoved) onActive(null)
  }, [isActiveRemoved, onActive])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
}

/** The list of an ARIA combobox: the focus stays in the input, whose attributes name the chosen option. */
export default function Suggestions({ ref, listId, place, typed, activeId, onActive, onCount }: SuggestionsProps) {
  const t = useT()
  const navigate = useNavigate()
  const tree = useTree()
  const recentTexts = useRecent((state) => state.texts)
  const { suggestions, isTooShort, isAnswered, isError } = useSuggestions(typed)
  const sections = sectionsOf(listId, { typed, recent: recentTexts, tree, suggestions })
  const options = sections.flatMap((section) => section.options)
  const count = options.length
  useEffect(() => onCount(count), [count, onCount])
  useActiveOption(options, activeId, onActive)

  const handleKey = (event: KeyboardEvent) => {
    const chosen = options.find(({ id }) => id === activeId)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      onActive(stepTo(options, activeId, event.key === 'ArrowDown' ? 1 : -1))
    }
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      void navigate(chosen.to, { replace: place === 'panel' })
    }
    if (event.key === 'Delete' && chosen?.kind === 'recent') {
      event.preventDefault()
      recent.remove(chosen.text)
      onActive(null)
    }
  }
  useImperativeHandle(ref, () => ({ handleKey }))

  const isFound = !suggestions?.isFallback && sections.some(({ kind }) => kind !== 'all')
  // The list still shows suggestions for an earlier text.
  const isOutdated = !isAnswered && !isTooShort
  const noteTexts = { typed, corrected: suggestions?.corrected ?? undefined }
  const isWide = place === 'header' && sections.some(({ kind }) => kind === 'products') && sections.length > 2
  const renderSection = (section: Section) => (
    <OptionGroup
      key={section.kind}
      section={section}
      typed={noteTexts.corrected ?? typed}
      activeId={activeId}
      isInPanel={place === 'panel'}
    />
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a click must not take the focus out of the search box
    <div
      onMouseDown={(event) => event.preventDefault()}
      className={clsx(
        'overflow-y-auto overscroll-contain p-2',
        place === 'panel'
          ? 'grow pb-[max(0.5rem,env(safe-area-inset-bottom))]'
          : 'absolute inset-x-0 top-full z-50 mt-2 max-h-[min(44rem,calc(100dvh-7rem))] rounded-xl border border-line bg-raised shadow-lifted appear',
      )}
    >
      <p role="status" className="sr-only">
        {isAnswered && t('deferred.search.count', { count })}
      </p>
      {sections[0]?.kind === 'recent' && <RecentHeader />}
      {!isTooShort && <StatusNote isAnswered={isAnswered} isError={isError} isFound={isFound} {...noteTexts} />}
      <div
        id={listId}
        role="listbox"
        aria-label={t('deferred.search.suggestions')}
        aria-busy={isOutdated || undefined}
        className={clsx(isWide && 'grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-2 lg:grid', isOutdated && 'opacity-70')}
      >
        {isWide ? (
          <>
            <div>{sections.filter(({ kind }) => kind !== 'products' && kind !== 'all').map(renderSection)}</div>
            <div>{sections.filter(({ kind }) => kind === 'products' || kind === 'all').map(renderSection)}</div>
          </>
        ) : (
          sections.map(renderSection)
        )}
      </div>
    </div>
  )
}

/** Outside the list, because a listbox contains no buttons. */
function RecentHeader() {
  const t = useT()
  return (
    <div className="flex items-center justify-between">
      <p className={HEADING}>{t('deferred.search.recent')}</p>
      <button
        type="button"
        onClick={recent.clear}
        className="min-h-11 rounded-md px-3 text-sm font-semibold text-accent-text hover:bg-accent-soft"
      >
        {t('deferred.search.clearRecent')}
      </button>
      <p className="sr-only">{t('deferred.search.forgetHint')}</p>
    </div>
  )
}

interface StatusNoteProps {
  typed: string
  corrected: string | undefined
  isAnswered: boolean
  isError: boolean
  isFound: boolean
}

const SKELETON_WIDTHS = ['w-1/2', 'w-2/3', 'w-2/5']

function StatusNote({ typed, corrected, isAnswered, isError, isFound }: StatusNoteProps) {
  const t = useT()
  if (isFound && !corrected) return null
  if (!isAnswered && !isFound)
    return (
      <div className="grid gap-5 px-3 py-4">
        {SKELETON_WIDTHS.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    )
  const nothingFoundText = isError ? t('deferred.search.failed') : t('deferred.search.none', { text: typed })
  const text = corrected && isFound ? t('deferred.search.corrected', { corrected }) : nothingFoundText
  return <p className="px-3 py-2.5 text-[0.9375rem] text-muted wrap-anywhere">{text}</p>
}
