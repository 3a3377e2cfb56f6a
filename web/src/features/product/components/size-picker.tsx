// Where a shopper chooses the size of a product.

import { useId } from 'react'
import { useSearchParams } from 'react-router'
import type { Product } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'

/** The size is in the address, so that links keep it. */
export function useChosenSize(product: Product) {
  const [search, setSearch] = useSearchParams()
  const size = product.sizes.find(({ id }) => String(id) === search.get('size'))
  const choose = (id: number) => {
    const next = new URLSearchParams(search)
    next.set('size', String(id))
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return { size, choose }
}

/** With `isMissing`, says that a size must be chosen. */
export function SizePicker({ product, isMissing }: { product: Product; isMissing: boolean }) {
  const t = useT()
  const name = useId()
  const { size, choose } = useChosenSize(product)
  if (product.sizes.length === 0) return null
  const prices = new Set(product.sizes.map(({ price }) => price))
  return (
    <fieldset id="sizes" tabIndex={-1} className="grid gap-2.5 outline-none" aria-describedby={isMissing ? `${name}-error` : undefined}>
      <legend className="mb-2.5 font-semibold">{t(`product.option.${product.option}`)}</legend>
      <div className="flex flex-wrap gap-2.5">
        {product.sizes.map(({ id, name: label, price, stock }) => (
          <label key={id} className="relative">
            <input
              type="radio"
              name={name}
              value={id}
              checked={size?.id === id}
              disabled={stock === 0}
              onChange={() => choose(id)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-lg outline-offset-3"
            />
            <span className="grid min-h-13 min-w-18 place-items-center rounded-lg border-[1.5px] border-line-strong/60 bg-surface px-4 py-1.5 text-[0.9375rem] font-semibold peer-checked:border-accent peer-checked:bg-accent-soft peer-checked:text-accent-text peer-hover:border-accent peer-disabled:border-dashed peer-disabled:border-line-strong/50 peer-disabled:text-muted peer-disabled:line-through">
              {label}
              {(stock === 0 || prices.size > 1) && (
                <span className="text-xs font-normal text-muted tabular-nums">{stock === 0 ? t('catalog.soldOut') : money(price)}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {isMissing && (
        <p id={`${name}-error`} role="alert" className="text-sm font-medium text-bad">
          {t('product.chooseSize')}
        </p>
      )}
    </fieldset>
  )
}
