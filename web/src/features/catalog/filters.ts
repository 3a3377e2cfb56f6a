// Filters are changes of the address. Every change starts again at the first page.

const changed = (search: URLSearchParams, change: (next: URLSearchParams) => void) => {
  const next = new URLSearchParams(search)
  change(next)
  next.delete('page')
  return next
}

export const withParam = (search: URLSearchParams, name: string, value: string | undefined) =>
  changed(search, (next) => (value ? next.set(name, value) : next.delete(name)))

export const withSwitched = (search: URLSearchParams, name: string) =>
  withParam(search, name, search.get(name) === 'true' ? undefined : 'true')

export const fieldName = (key: string) => `fields[${key}]`
export const chosenValues = (search: URLSearchParams, key: string) => search.get(fieldName(key))?.split(',').filter(Boolean) ?? []

export function withToggled(search: URLSearchParams, key: string, value: string) {
  const chosen = chosenValues(search, key)
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
  return withParam(search, fieldName(key), next.join(','))
}

/** Without a bound it is open on that side. */
export interface Bounds {
  low?: number | undefined
  high?: number | undefined
}

export const numberIn = (text: string | null | undefined) => {
  const value = Number(text)
  return text && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** In qəpik. */
export const pricesIn = (search: URLSearchParams): Bounds => ({
  low: numberIn(search.get('minPrice')),
  high: numberIn(search.get('maxPrice')),
})

export const withPrices = (search: URLSearchParams, { low, high }: Bounds) =>
  withParam(withParam(search, 'minPrice', low?.toString()), 'maxPrice', high?.toString())

/** `10..20`, `10..` and `..20`. */
export function rangeIn(search: URLSearchParams, key: string): Bounds {
  const [low, high] = search.get(fieldName(key))?.split('..') ?? []
  return high === undefined ? {} : { low: numberIn(low), high: numberIn(high) }
}

export const withRange = (search: URLSearchParams, key: string, { low, high }: Bounds) =>
  withParam(search, fieldName(key), low === undefined && high === undefined ? undefined : `${low ?? ''}..${high ?? ''}`)

export const without = (search: URLSearchParams, isGone: (name: string) => boolean) =>
  changed(search, (next) => {
    for (const name of Array.from(next.keys())) if (isGone(name)) next.delete(name)
  })
