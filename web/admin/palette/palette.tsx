// The command palette: a search field that opens any page, order, product, customer or store of the back office.
// The list follows the ARIA combobox pattern.
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { recentEntries } from '~admin/lib/recent'
import { useT } from '~shared/i18n/context'
import { IconButton, Spinner } from '~shared/ui/button'
import { type Option, useSections } from './options'
import { SectionGroup } from './section-group'

/** The focus stays in the input, whose `aria-activedescendant` names the option that Enter opens. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { sections, isSearching, hasFailed } = useSections(text.trim(), id)
  const options = sections.flatMap((section) => section.options)
  // Without a choice, Enter opens the first option.
  const active = options.find((option) => option.id === chosen) ?? options[0]
  const activeId = active?.id
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    // An input method (IME) is composing a character, so its keys are not commands.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (activeId) document.getElementById(activeId)?.click()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || options.length === 0) return
    event.preventDefault()
    const index = options.findIndex((option) => option.id === activeId)
    setChosen(options.at((index + step) % options.length)?.id ?? null)
  }
  const onChoose = (event: MouseEvent, { entry }: Option) => {
    if (entry) recentEntries.add(entry)
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onClose()
  }

  const isEmpty = options.length === 0 && !isSearching
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a click must not take the focus out of the input
    <div
      className="flex max-h-[inherit] flex-col"
      onMouseDown={(event) => !(event.target instanceof HTMLInputElement) && event.preventDefault()}
    >
      <div className="flex items-center gap-3 border-b border-line py-1.5 pr-1.5 pl-4">
        {isSearching ? <Spinner /> : <Search aria-hidden className="size-4.5 shrink-0 text-muted" />}
        <input
          type="text"
          role="combobox"
          aria-label={t('adminConsole.palette.label')}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          value={text}
          placeholder={t('adminConsole.palette.placeholder')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(null)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 grow bg-transparent text-base outline-none placeholder:text-muted"
        />
        <IconButton label={t('common.close')} onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <p role="status" className="sr-only">
        {!isSearching && t('adminConsole.palette.count', { count: options.length })}
      </p>
      <div className="overflow-y-auto overscroll-contain p-2">
        {isEmpty && (
          <p className="px-3 py-4 text-muted wrap-anywhere">
            {t(hasFailed ? 'adminConsole.palette.failed' : 'adminConsole.palette.empty', { text: text.trim() })}
          </p>
        )}
        {hasFailed && !isEmpty && <p className="px-3 py-2 text-sm text-bad">{t('adminConsole.palette.failed')}</p>}
        <div id={`${id}-list`} role="listbox" aria-label={t('adminConsole.palette.results')} aria-busy={isSearching || undefined}>
          {sections.map((section) => (
            <SectionGroup key={section.kind} section={section} activeId={activeId} onChoose={onChoose} />
          ))}
        </div>
        {sections[0]?.kind === 'recent' && (
          <button
            type="button"
            onClick={recentEntries.clear}
            className="mt-1 min-h-11 rounded-md px-3 text-sm font-semibold text-accent-text hover:bg-accent-soft"
          >
            {t('adminConsole.palette.clear')}
          </button>
        )}
      </div>
    </div>
  )
}
