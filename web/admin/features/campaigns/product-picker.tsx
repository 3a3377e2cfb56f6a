// The part of the campaign form that chooses products of the store.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { useDebounced } from '~shared/lib/clock'
import { CheckField, TextField } from '~shared/ui/fields'
import { ListSkeleton } from '~shared/ui/list-states'
import { storeProductsQuery } from './api'

const DEBOUNCE_MS = 300

/** Chosen products stay chosen when the search text changes. */
export function ProductPicker({ storeSlug }: { storeSlug: string | undefined }) {
  const { t, locale } = useI18n()
  const { form, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'productIds', control: form.control }).field
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), DEBOUNCE_MS)
  const { data } = useQuery({ ...storeProductsQuery(locale, storeSlug ?? '', text), enabled: storeSlug !== undefined })
  const ids = value as number[]
  const error = errorFor('productIds')

  if (!storeSlug) return <p className="text-muted">{t('campaigns.chooseStore')}</p>
  const set = (id: number, isIn: boolean) => onChange(isIn ? [...ids, id] : ids.filter((other) => other !== id))
  return (
    <div className="grid gap-3">
      <TextField
        ref={ref}
        type="search"
        label={t('campaigns.find')}
        hint={t('campaigns.picked', { count: ids.length })}
        error={error}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {data ? (
        <ul className="grid max-h-96 gap-x-6 overflow-y-auto sm:grid-cols-2">
          {data.data.products.map(({ id, name, price }) => (
            <li key={id}>
              <CheckField checked={ids.includes(id)} onChange={({ target }) => set(id, target.checked)}>
                {name} <span className="text-muted tabular-nums">{money(price)}</span>
              </CheckField>
            </li>
          ))}
          {data.data.products.length === 0 && <li className="text-muted">{t('campaigns.noProducts')}</li>}
        </ul>
      ) : (
        <ListSkeleton rows={2} />
      )}
    </div>
  )
}
