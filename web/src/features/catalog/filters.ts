// Filters of a product list, in the parameters of the address. Every change starts again at the first page.

const withChange = (search: URLSearchParams, change: (next: URLSearchParams) => void) => {
  const next = new URLSearchParams(search)
  change(next)
  next.delete('page')
  return next
}

/** An empty `value` removes the parameter. */
export const withParam = (search: URLSearchParams, name: string, value: string | undefined) =>
  withChange(search, (next) => (value ? next.set(name, value) : next.delete(name)))

/** Turns a parameter such as `inStock=true` on or off. */
export const withSwitched = (search: URLSearchParams, name: string) =>
  withParam(search, name, search.get(name) === 'true' ? undefined : 'true')

/** A field is a property of a category's products, such as a colour. */
const fieldName = (key: string) => `fields[${key}]`
/** The chosen values of a field, such as `red` and `pink`. */
export const chosenValues = (search: URLSearchParams, key: string) => search.get(fieldName(key))?.split(',').filter(Boolean) ?? []

export function withToggled(search: URLSearchParams, key: string, value: string) {
  const chosen = chosenValues(search, key)
  const next = chosen.includes(value) ? chosen.filter((chosenValue) => chosenValue !== value) : [...chosen, value]
  return withParam(search, fieldName(key), next.join(','))
}

/** A missing bound leaves that side open. */
export interface Bounds {
  low?: number | undefined
  high?: number | undefined
}

/** Returns undefined for text that is no number, and for negative numbers. */
export const numberIn = (text: string | null | undefined) => {
  const value = Number(text)
  return text && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** The bounds of the price in qəpik. */
export const pricesIn = (search: URLSearchParams): Bounds => ({
  low: numberIn(search.get('minPrice')),
  high: numberIn(search.get('maxPrice')),
})

export const withPrices = (search: URLSearchParams, { low, high }: Bounds) =>
  withParam(withParam(search, 'minPrice', low?.toString()), 'maxPrice', high?.toString())

/** Parses `10..20`, `10..` and `..20`. */
export function rangeIn(search: URLSearchParams, key: string): Bounds {
  const [low, high] = search.get(fieldName(key))?.split('..') ?? []
  return high === undefined ? {} : { low: numberIn(low), high: numberIn(high) }
}

/** Removes the range if both sides are open. */
export const withRange = (search: URLSearchParams, key: string, { low, high }: Bounds) =>
  withParam(search, fieldName(key), low === undefined && high === undefined ? undefined : `${low ?? ''}..${high ?? ''}`)

export const withoutParam = (search: URLSearchParams, isRemoved: (name: string) => boolean) =>
  withChange(search, (next) => {
    for (const name of Array.from(next.keys())) if (isRemoved(name)) next.delete(name)
  })
