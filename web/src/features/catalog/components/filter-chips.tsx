import { X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Field } from '~/api/types'
import { useT } from '~/i18n/context'
import { money } from '~/i18n/format'
import type { Translate } from '~/i18n/translate'
import { chosenValues, withoutFilters, withParam, withPrices, withToggled } from '../filters'
import { isFilter } from '../listing'

interface Chip {
  label: string
  without: URLSearchParams
}

function priceChip(t: Translate, search: URLSearchParams): Chip[] {
  const [min, max] = [search.get('minPrice'), search.get('maxPrice')]
  if (!min && !max) return []
  const label =
    min && max
      ? `${money(Number(min))} – ${money(Number(max))}`
      : min
        ? t('catalog.filters.atLeast', { price: money(Number(min)) })
        : t('catalog.filters.atMost', { price: money(Number(max)) })
  return [{ label, without: withPrices(search, undefined, undefined) }]
}

export function chipsOf(t: Translate, search: URLSearchParams, facets: Field[]): Chip[] {
  const chips = priceChip(t, search)
  if (search.get('discounted')) chips.push({ label: t('catalog.filters.discounted'), without: withParam(search, 'discounted', undefined) })
  if (search.get('inStock')) chips.push({ label: t('catalog.filters.inStock'), without: withParam(search, 'inStock', undefined) })
  for (const { key, name, type, values } of facets)
    for (const value of chosenValues(search, key)) {
      const label = type === 'toggle' ? name : (values.find((one) => one.value === value)?.label ?? value)
      chips.push({ label, without: withToggled(search, key, value) })
    }
  return chips
}

export function FilterChips({ facets }: { facets: Field[] }) {
  const t = useT()
  const [search] = useSearchParams()
  const chips = chipsOf(t, search, facets)
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('catalog.filters.chosen')} className="flex flex-wrap gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={`?${without}`}
            preventScrollReset
            aria-label={t('catalog.filters.remove', { name: label })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-accent-soft pr-3 pl-4 text-sm font-semibold text-accent-text hover:bg-rose"
          >
            {label}
            <X aria-hidden className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={`?${withoutFilters(search, isFilter)}`}
          preventScrollReset
          className="inline-flex min-h-11 items-center rounded-full px-3 text-sm font-semibold text-muted hover:text-accent-text"
        >
          {t('catalog.filters.clear')}
        </Link>
      </li>
    </ul>
  )
}
