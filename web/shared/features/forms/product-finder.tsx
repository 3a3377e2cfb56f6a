// A search field that finds products to add, for example to a wholesale request.

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type Ref, useState } from 'react'
import { get } from '~shared/api/query'
import type { ProductCard } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { money } from '~shared/i18n/format'
import { useDebounced } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { TextField } from '~shared/ui/fields'

const DEBOUNCE_MS = 300

const findProductsQuery = (locale: Locale, text: string) =>
  get(locale, '/product/all', { query: { search: text, sort: 'relevance', page: '1', perPage: '8' } })

interface Props {
  ref?: Ref<HTMLInputElement>
  label: string
  hint?: string
  error: string | undefined
  /** The name of the button that adds a product. */
  addOf: (name: string) => string
  none: string
  onAdd: (product: ProductCard) => void
}

export function ProductFinder({ ref, label, hint, error, addOf, none, onAdd }: Props) {
  const { locale } = useI18n()
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), DEBOUNCE_MS)
  const { data } = useQuery({ ...findProductsQuery(locale, text), enabled: text !== '' })
  const products = data?.data.products ?? []
  return (
    <>
      <TextField
        ref={ref}
        type="search"
        label={label}
        hint={hint}
        error={error}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {text !== '' && data && (
        <ul className="grid gap-1">
          {products.map((product) => (
            <li key={product.id}>
              <Button look="quiet" className="text-left" aria-label={addOf(product.name)} onClick={() => onAdd(product)}>
                <Plus aria-hidden className="size-4.5 shrink-0" />
                {product.name}
                <span className="text-muted tabular-nums">{money(product.discountedPrice ?? product.price)}</span>
              </Button>
            </li>
          ))}
          {products.length === 0 && <li className="text-muted">{none}</li>}
        </ul>
      )}
    </>
  )
}
