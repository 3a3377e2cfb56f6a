import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { CheckField, TextField } from '~shared/ui/fields'

interface Item {
  id: number
  name: string
}

interface Props {
  name: 'categoryIds' | 'storeIds' | 'alsoCategoryIds'
  items: Item[]
  /** The text that is shown when nothing is chosen. */
  none: string
}

/** Picks stores, categories or products that a code is limited to. Chosen ones come first and stay listed during a search. */
export function IdPicker({ name, items, none }: Props) {
  const { t, locale } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name, control: form.control }).field
  const [typed, setTyped] = useState('')
  const ids = value as number[]
  const query = typed.trim().toLocaleLowerCase(locale)
  const isFound = ({ name }: Item) => name.toLocaleLowerCase(locale).includes(query)
  const chosen = items.filter(({ id }) => ids.includes(id))
  const others = items.filter((item) => !ids.includes(item.id) && isFound(item))
  // Deleted stores and categories are listed, too, so that they can be deselected.
  const deletedItems = ids
    .filter((id) => !items.some((item) => item.id === id))
    .map((id) => ({ id, name: t('campaigns.promos.gone', { id }) }))

  const set = (id: number, isIn: boolean) => onChange(isIn ? [...ids, id] : ids.filter((other) => other !== id))
  return (
    <div className="grid gap-3">
      <TextField
        ref={ref}
        type="search"
        label={labels[name] ?? name}
        hint={ids.length > 0 ? t('campaigns.promos.chosen', { count: ids.length }) : none}
        error={errorFor(name)}
        placeholder={t('campaigns.promos.find')}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ul className="grid max-h-96 gap-x-6 overflow-y-auto sm:grid-cols-2">
        {[...chosen, ...deletedItems, ...others].map(({ id, name }) => (
          <li key={id}>
            <CheckField checked={ids.includes(id)} onChange={({ target }) => set(id, target.checked)}>
              {name}
            </CheckField>
          </li>
        ))}
        {others.length === 0 && query !== '' && <li className="text-muted">{t('campaigns.promos.notFound')}</li>}
      </ul>
    </div>
  )
}
