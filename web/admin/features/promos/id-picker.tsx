// A form field that chooses several entries of a long list, for example the categories to which a promo code is limited.
import { type KeyboardEvent, useRef, useState } from 'react'
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
  /** Shown when nothing is chosen. */
  none: string
}

/**
 * Chosen entries come first and stay listed during a search. The list is one stop of the Tab key, because it may have hundreds of entries;
 * arrow keys move in it.
 */
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
  // Deleted entries are listed, too, so that the user can deselect them.
  const deletedItems = ids
    .filter((id) => !items.some((item) => item.id === id))
    .map((id) => ({ id, name: t('campaigns.promos.gone', { id }) }))

  const shown = [...chosen, ...deletedItems, ...others]
  const list = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const tabStop = shown.some(({ id }) => id === focused) ? focused : shown[0]?.id
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    list.current?.getElementsByTagName('input')[target]?.focus()
  }

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
      <ul ref={list} className="grid max-h-96 gap-x-6 overflow-y-auto sm:grid-cols-2">
        {shown.map(({ id, name }, index) => (
          <li key={id}>
            <CheckField
              checked={ids.includes(id)}
              tabIndex={id === tabStop ? 0 : -1}
              onFocus={() => setFocused(id)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onChange={({ target }) => set(id, target.checked)}
            >
              {name}
            </CheckField>
          </li>
        ))}
        {others.length === 0 && query !== '' && <li className="text-muted">{t('campaigns.promos.notFound')}</li>}
      </ul>
    </div>
  )
}
