import { type ReactNode, useId } from 'react'
import type { Field } from '~/api/types'
import { useT } from '~/i18n/context'
import { number } from '~/i18n/format'
import { chosenValues, withParam, withToggled } from '../filters'
import { useSearchAhead } from '../use-search-ahead'
import { PriceRange } from './price-range'

/** Every change is a new address; counts come with the products it brings. */
export function Filters({ facets }: { facets: Field[] }) {
  const t = useT()
  const [search, setSearch] = useSearchAhead()
  const go = (next: URLSearchParams) => setSearch(next, { preventScrollReset: true })
  const toggle = (name: string) => go(withParam(search, name, search.get(name) === 'true' ? undefined : 'true'))

  return (
    <div className="grid gap-6">
      <PriceRange />
      <Group title={t('catalog.filters.offers')}>
        <Check label={t('catalog.filters.discounted')} isOn={search.get('discounted') === 'true'} onChange={() => toggle('discounted')} />
        <Check label={t('catalog.filters.inStock')} isOn={search.get('inStock') === 'true'} onChange={() => toggle('inStock')} />
      </Group>
      {facets
        .filter(({ type, values }) => type !== 'range' && values.length > 0)
        .map(({ key, name, type, values }) => (
          <Group key={key} title={name} isLong={values.length > 8}>
            {values
              .filter(({ value }) => type === 'choice' || value === 'true')
              .map(({ value, label, count }) => (
                <Check
                  key={value}
                  label={type === 'toggle' ? t('catalog.filters.yes') : label}
                  count={count}
                  isOn={chosenValues(search, key).includes(value)}
                  onChange={() => go(withToggled(search, key, value))}
                />
              ))}
          </Group>
        ))}
    </div>
  )
}

function Group({ title, isLong = false, children }: { title: string; isLong?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="border-t border-line pt-5">
      <p id={id} className="mb-1.5 font-semibold">
        {title}
      </p>
      <div className={isLong ? 'max-h-76 overflow-y-auto' : undefined}>{children}</div>
    </div>
  )
}

interface CheckProps {
  label: string
  count?: number
  isOn: boolean
  onChange: () => void
}

function Check({ label, count, isOn, onChange }: CheckProps) {
  const isUseless = count === 0 && !isOn
  return (
    <label
      className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-md text-[0.9375rem] hover:text-accent-text ${isUseless ? 'text-muted' : ''}`}
    >
      <input type="checkbox" checked={isOn} onChange={onChange} className="size-5 shrink-0 cursor-pointer accent-(--color-accent)" />
      <span className="grow">{label}</span>
      {count !== undefined && <span className="text-sm text-muted tabular-nums">{number(count)}</span>}
    </label>
  )
}
