// Saved views of a list: filters that a user has saved under a name. `lib/saved-views.ts` stores them.
import clsx from 'clsx'
import { Bookmark, BookmarkPlus, Star } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useFocusAfter } from '~admin/lib/use-focus-after'
import {
  canonicalSearch,
  isSameName,
  type ListName,
  MAX_NAME,
  MAX_VIEWS,
  type SavedView,
  savedViews,
  useSavedViews,
} from '~admin/lib/saved-views'
import { useT } from '~shared/i18n/context'
import { typedText } from '~shared/lib/text'
import { Button } from '~shared/ui/button'
import { CheckField, TextField } from '~shared/ui/fields'
import { Sheet } from '~shared/ui/sheet'
import { ConfirmButton } from './confirm-button'

export function SavedViews({ list }: { list: ListName }) {
  const t = useT()
  const { pathname, search } = useLocation()
  const { views, defaultName } = useSavedViews(list)
  const [sheet, setSheet] = useState<'save' | 'edit' | null>(null)
  const close = () => setSheet(null)
  const current = canonicalSearch(search)
  const isSaved = views.some((view) => view.search === current)
  if (views.length === 0 && current === '') return null
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {views.length > 0 && (
        <nav aria-label={t('adminConsole.views.title')} className="contents">
          <ViewLink to={pathname} isCurrent={current === ''}>
            {t('adminConsole.views.unfiltered')}
          </ViewLink>
          {views.map((view) => (
            <ViewLink key={view.name} to={`${pathname}?${view.search}`} isCurrent={view.search === current}>
              {view.name === defaultName ? (
                <Star aria-hidden className="size-4 shrink-0 fill-current" />
              ) : (
                <Bookmark aria-hidden className="size-4 shrink-0" />
              )}
              <span className="truncate">{view.name}</span>
              {view.name === defaultName && <span className="sr-only">, {t('adminConsole.views.isDefault')}</span>}
            </ViewLink>
          ))}
        </nav>
      )}
      {current !== '' && !isSaved && (
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setSheet('save')}>
          <BookmarkPlus aria-hidden className="size-4.5" />
          {t('adminConsole.views.save')}
        </Button>
      )}
      {views.length > 0 && (
        <Button look="quiet" aria-haspopup="dialog" onClick={() => setSheet('edit')}>
          {t('adminConsole.views.edit')}
        </Button>
      )}
      <Sheet title={t('adminConsole.views.save')} open={sheet === 'save'} onClose={close}>
        <SaveForm list={list} search={current} onDone={close} />
      </Sheet>
      <Sheet title={t('adminConsole.views.title')} open={sheet === 'edit'} onClose={close}>
        <ViewEditor list={list} onLastRemoved={close} />
      </Sheet>
    </div>
  )
}

interface ViewLinkProps {
  to: string
  isCurrent: boolean
  children: ReactNode
}

const ViewLink = ({ to, isCurrent, children }: ViewLinkProps) => (
  <Link
    to={to}
    aria-current={isCurrent ? 'page' : undefined}
    className={clsx(
      'inline-flex min-h-11 max-w-64 items-center gap-2 rounded-full border px-4 font-medium',
      isCurrent ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong/60 hover:border-line-strong',
    )}
  >
    {children}
  </Link>
)

/** Returns undefined for a valid name. */
function useNameError(list: ListName) {
  const t = useT()
  const { views } = useSavedViews(list)
  return (name: string, previous?: string) => {
    if (!name) return t('errors.fields.required')
    const isTaken = views.some((view) => view.name !== previous && isSameName(view.name, name))
    return isTaken ? t('adminConsole.views.taken') : undefined
  }
}

const focusName = (form: HTMLFormElement) => (form.elements.namedItem('name') as HTMLInputElement).focus()

interface SaveFormProps {
  list: ListName
  search: string
  onDone: () => void
}

function SaveForm({ list, search, onDone }: SaveFormProps) {
  const t = useT()
  const { views } = useSavedViews(list)
  const errorOf = useNameError(list)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The sheet opens after this effect, and focuses its close button.
    const frame = requestAnimationFrame(() => form.current && focusName(form.current))
    return () => cancelAnimationFrame(frame)
  }, [])
  if (views.length >= MAX_VIEWS) return <p className="text-muted">{t('adminConsole.views.full', { count: MAX_VIEWS })}</p>
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sentForm = event.currentTarget
    const name = typedText(sentForm, 'name')
    const problem = errorOf(name)
    setError(problem)
    if (problem) return focusName(sentForm)
    savedViews.add(list, { name, search }, new FormData(sentForm).has('isDefault'))
    onDone()
  }
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
      <TextField
        name="name"
        label={t('adminConsole.views.name')}
        hint={t('adminConsole.views.hint')}
        error={error}
        maxLength={MAX_NAME}
        autoComplete="off"
      />
      <CheckField name="isDefault">{t('adminConsole.views.makeDefault')}</CheckField>
      <Button type="submit">{t('adminConsole.views.saveNow')}</Button>
    </form>
  )
}

interface ViewEditorProps {
  list: ListName
  onLastRemoved: () => void
}

function ViewEditor({ list, onLastRemoved }: ViewEditorProps) {
  const { views, defaultName } = useSavedViews(list)
  const [renamed, setRenamed] = useState<string | null>(null)
  const focusAfter = useFocusAfter()
  const remove = (index: number, name: string) => {
    savedViews.remove(list, name)
    const next = views[index + 1] ?? views[index - 1]
    if (next) focusAfter(starId(next))
    else onLastRemoved()
  }
  return (
    <ul className="grid divide-y divide-line">
      {views.map((view, index) => (
        <li key={view.name} className="py-2">
          {renamed === view.name ? (
            <RenameForm
              list={list}
              view={view}
              onDone={(name) => {
                setRenamed(null)
                focusAfter(starId({ ...view, name }))
              }}
            />
          ) : (
            <ViewRow
              list={list}
              view={view}
              isDefault={view.name === defaultName}
              onRename={() => setRenamed(view.name)}
              onRemove={() => remove(index, view.name)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const starId = ({ name }: SavedView) => `view-default-${name}`

interface ViewRowProps {
  list: ListName
  view: SavedView
  isDefault: boolean
  onRename: () => void
  onRemove: () => void
}

function ViewRow({ list, view, isDefault, onRename, onRemove }: ViewRowProps) {
  const t = useT()
  const { name } = view
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <button
        type="button"
        id={starId(view)}
        aria-pressed={isDefault}
        aria-label={t('adminConsole.views.defaultOf', { name })}
        title={t('adminConsole.views.makeDefault')}
        onClick={() => savedViews.setDefault(list, isDefault ? undefined : name)}
        className="grid size-11 shrink-0 place-items-center rounded-md text-accent-text hover:bg-accent-soft"
      >
        <Star aria-hidden className={clsx('size-5', isDefault && 'fill-current')} />
      </button>
      <span className="min-w-32 grow font-medium wrap-anywhere">{name}</span>
      <Button look="quiet" onClick={onRename}>
        {t('adminConsole.views.rename')}
        <span className="sr-only">: {name}</span>
      </Button>
      <ConfirmButton
        look="quiet"
        label={t('adminConsole.views.remove')}
        of={name}
        confirm={t('adminConsole.views.removeNow')}
        isBusy={false}
        onConfirm={onRemove}
      />
    </div>
  )
}

interface RenameFormProps {
  list: ListName
  view: SavedView
  /** Called with the old name when renaming is cancelled. */
  onDone: (name: string) => void
}

function RenameForm({ list, view, onDone }: RenameFormProps) {
  const t = useT()
  const errorOf = useNameError(list)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current) focusName(form.current)
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = typedText(event.currentTarget, 'name')
    const problem = errorOf(name, view.name)
    setError(problem)
    if (problem) return focusName(event.currentTarget)
    savedViews.rename(list, view.name, name)
    onDone(name)
  }
  return (
    <form ref={form} noValidate className="grid gap-3 py-1" onSubmit={submit}>
      <TextField
        name="name"
        label={t('adminConsole.views.name')}
        error={error}
        maxLength={MAX_NAME}
        autoComplete="off"
        defaultValue={view.name}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{t('adminConsole.views.saveNow')}</Button>
        <Button look="quiet" onClick={() => onDone(view.name)}>
          {t('adminStaff.cancel')}
        </Button>
      </div>
    </form>
  )
}
