// Filters are changes of the address. Every change starts again at the first page.

const changed = (search: URLSearchParams, change: (next: URLSearchParams) => void) => {
  const next = new URLSearchParams(search)
  change(next)
  next.delete('page')
  return next
}

export const withParam = (search: URLSearchParams, name: string, value: string | undefined) =>
  changed(search, (next) => (value ? next.set(name, value) : next.delete(name)))

export const fieldName = (key: string) => `fields[${key}]`
export const chosenValues = (search: URLSearchParams, key: string) => search.get(fieldName(key))?.split(',').filter(Boolean) ?? []

export function withToggled(search: URLSearchParams, key: string, value: string) {
  const chosen = chosenValues(search, key)
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
  return withParam(search, fieldName(key), next.join(','))
}

export const withPrices = (search: URLSearchParams, min: string | undefined, max: string | undefined) =>
  withParam(withParam(search, 'minPrice', min), 'maxPrice', max)

export const withoutFilters = (search: URLSearchParams, isFilter: (name: string) => boolean) =>
  changed(search, (next) => {
    for (const name of Array.from(next.keys())) if (isFilter(name)) next.delete(name)
  })

/** Manats as people type them, `12,50`, to the qəpik of the address. */
export function toQepik(typed: string): string | undefined {
  const manats = Number(typed.replace(/\s/g, '').replace(',', '.'))
  return typed.trim() && Number.isFinite(manats) && manats >= 0 ? String(Math.round(manats * 100)) : undefined
}

export const toManats = (qepik: string | null) =>
  qepik && Number.isFinite(Number(qepik)) ? String(Number(qepik) / 100).replace('.', ',') : ''
