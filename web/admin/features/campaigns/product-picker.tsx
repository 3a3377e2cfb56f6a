import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { useFormAbove } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { useSettled } from '~shared/lib/use-settled'
import { CheckField } from '~shared/ui/check-field'
import { TextField } from '~shared/ui/field'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { storeProductsQuery } from './queries'

const PAUSE = 300

/** Which products of a store take part. What is chosen stays chosen, whatever is searched for next. */
export function ProductPicker({ store }: { store: string | undefined }) {
  const { t, locale } = useI18n()
  const { form, wordsFor } = useFormAbove()
  const { ref, value, onChange } = useController({ name: 'productIds', control: form.control }).field
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), PAUSE)
  const { data } = useQuery({ ...storeProductsQuery(locale, store ?? '', text), enabled: store !== undefined })
  const ids = value as number[]
  const error = wordsFor('productIds')

  if (!store) return <p className="text-muted">{t('campaigns.chooseStore')}</p>
  const set = (id: number, isIn: boolean) => onChange(isIn ? [...ids, id] : ids.filter((one) => one !== id))
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
