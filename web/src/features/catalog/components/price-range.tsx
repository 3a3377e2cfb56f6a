import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '~/i18n/context'
import { typedText } from '~/lib/typed-text'
import { Button } from '~/ui/button'
import { toManats, toQepik, withPrices } from '../filters'

/** From and to, in manats. Applied by the button or Enter: a price is typed in several strokes. */
export function PriceRange() {
  const t = useT()
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const min = search.get('minPrice')
  const max = search.get('maxPrice')

  return (
    <form
      key={`${min}-${max}`}
      role="group"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        const [low, high] = [toQepik(typedText(event.currentTarget, 'min')), toQepik(typedText(event.currentTarget, 'max'))]
        const areSwapped = low !== undefined && high !== undefined && Number(low) > Number(high)
        setSearch(areSwapped ? withPrices(search, high, low) : withPrices(search, low, high), { preventScrollReset: true })
      }}
    >
      <p id={id} className="mb-2.5 font-semibold">
        {t('catalog.filters.price')}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Amount name="min" label={t('catalog.filters.from')} value={toManats(min)} />
        <Amount name="max" label={t('catalog.filters.to')} value={toManats(max)} />
      </div>
      <Button type="submit" look="secondary" className="mt-2 w-full">
        {t('catalog.filters.apply')}
      </Button>
    </form>
  )
}

function Amount({ name, label, value }: { name: string; label: string; value: string }) {
  const id = useId()
  return (
    <div className="relative">
      <label htmlFor={id} className="absolute top-1.5 left-3 text-xs text-muted">
        {label}
      </label>
      <input
        id={id}
        name={name}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        className="h-13 w-full rounded-lg border border-line-strong bg-surface px-3 pt-4 font-medium tabular-nums"
      />
    </div>
  )
}
