// The list of saved views, in which they are renamed, removed, or made the default.
import clsx from 'clsx'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { type ListName, type SavedView, useChangeViews, useSavedViews } from '~admin/lib/saved-views'
import { useFocusAfter } from '~admin/lib/use-focus-after'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { ConfirmButton } from './confirm-button'
import { RenameForm } from './saved-view-forms'

interface ViewEditorProps {
  list: ListName
  onLastRemoved: () => void
}

export function ViewEditor({ list, onLastRemoved }: ViewEditorProps) {
  // Not a property: a change is in the cache before the parent renders again, and the focus moves to it.
  const { views = [] } = useSavedViews(list)
  const { save, remove } = useChangeViews()
  /** The saved name of the view that is renamed, and the name with which its form opens. */
  const [renamed, setRenamed] = useState<{ name: string; typed: string } | null>(null)
  const focusAfter = useFocusAfter()
  const removeAt = (index: number, view: SavedView) => {
    remove(view)
    const next = views[index + 1] ?? views[index - 1]
    if (next) focusAfter(starId(next))
    else onLastRemoved()
  }
  return (
    <ul className="grid divide-y divide-line">
      {views.map((view, index) => (
        <li key={view.name} className="py-2">
          {renamed?.name === view.name ? (
            <RenameForm
              views={views}
              view={view}
              typed={renamed.typed}
              onRefused={(typed) => setRenamed((other) => other ?? { name: view.name, typed })}
              onDone={(name) => {
                setRenamed(null)
                focusAfter(starId({ ...view, name }))
              }}
            />
          ) : (
            <ViewRow
              view={view}
              onToggleDefault={() => save({ ...view, isDefault: !view.isDefault }, { from: view })}
              onRename={() => setRenamed({ name: view.name, typed: view.name })}
              onRemove={() => removeAt(index, view)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const starId = ({ name }: SavedView) => `view-default-${name}`

interface ViewRowProps {
  view: SavedView
  onToggleDefault: () => void
  onRename: () => void
  onRemove: () => void
}

function ViewRow({ view, onToggleDefault, onRename, onRemove }: ViewRowProps) {
  const t = useT()
  const { name, isDefault } = view
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <button
        type="button"
        id={starId(view)}
        aria-pressed={isDefault}
        aria-label={t('adminConsole.views.defaultOf', { name })}
        title={t('adminConsole.views.makeDefault')}
        onClick={onToggleDefault}
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
