// The forms that save the current filter of a list under a name, and that rename a saved view.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isSameName, type ListName, MAX_NAME, MAX_VIEWS, type SavedView, useChangeViews } from '~admin/lib/saved-views'
import { useT } from '~shared/i18n/context'
import { typedText } from '~shared/lib/text'
import { Button } from '~shared/ui/button'
import { CheckField, TextField } from '~shared/ui/fields'

/** Returns undefined for a valid name. */
function useNameError(views: SavedView[]) {
  const t = useT()
  return (name: string, previous?: string) => {
    if (!name) return t('errors.fields.required')
    const isTaken = views.some((view) => view.name !== previous && isSameName(view.name, name))
    return isTaken ? t('adminConsole.views.taken') : undefined
  }
}

const focusName = (form: HTMLFormElement) => (form.elements.namedItem('name') as HTMLInputElement).focus()

interface SaveFormProps {
  list: ListName
  /** All views of the list. */
  views: SavedView[]
  query: string
  /** The view that the server has just refused, with which the form opens again. */
  refused: SavedView | undefined
  onDone: () => void
  /** May be called after the form was closed. */
  onRefused: (view: SavedView) => void
}

export function SaveForm({ list, views, query, refused, onDone, onRefused }: SaveFormProps) {
  const t = useT()
  const { save } = useChangeViews()
  const errorOf = useNameError(views)
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
    const view = { list, name, query: refused?.query ?? query, isDefault: new FormData(sentForm).has('isDefault') }
    save(view, { onRefused: () => onRefused(view) })
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
        defaultValue={refused?.name}
      />
      <CheckField name="isDefault" defaultChecked={refused?.isDefault}>
        {t('adminConsole.views.makeDefault')}
      </CheckField>
      <Button type="submit">{t('adminConsole.views.saveNow')}</Button>
    </form>
  )
}

interface RenameFormProps {
  /** All views of the list. */
  views: SavedView[]
  view: SavedView
  /** The name with which the form opens. */
  typed: string
  /** Called with the refused name, perhaps after the form was closed. */
  onRefused: (typed: string) => void
  /** Called with the old name when renaming is cancelled. */
  onDone: (name: string) => void
}

export function RenameForm({ views, view, typed, onRefused, onDone }: RenameFormProps) {
  const t = useT()
  const { save } = useChangeViews()
  const errorOf = useNameError(views)
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
    if (name !== view.name) save({ ...view, name }, { from: view, onRefused: () => onRefused(name) })
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
        defaultValue={typed}
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
