// Finds products and counts facets, as the server does. A facet is a property to filter by.
import type { Field } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import storeData from './data/stores.json'
import { category, categoryPath, facets, isIn, products, type RawProduct, roots, valuesOf } from './catalogue'

const currentPrice = (raw: RawProduct) => raw.discounted ?? raw.price
const MIN_BESTSELLER_POPULARITY = 60
/** In days. */
const preparation = (raw: RawProduct) => raw.preparationDays ?? 0
const COMPARATORS: Record<string, (a: RawProduct, b: RawProduct) => number> = {
  popular: (a, b) => b.popularity - a.popularity,
  newest: (a, b) => a.days - b.days,
  price_asc: (a, b) => currentPrice(a) - currentPrice(b),
  price_desc: (a, b) => currentPrice(b) - currentPrice(a),
  rating: (a, b) => b.rating - a.rating,
  soonest: (a, b) => preparation(a) - preparation(b) || b.popularity - a.popularity,
}

/** The Latin letter for each special letter of Azerbaijani. */
const FOLDED: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ğ: 'g', ş: 's', ç: 'c', i̇: 'i' }
/** `Gül` becomes `gul`. */
export const fold = (text: string) => text.toLowerCase().replaceAll(/i̇|[əıöüğşç]/g, (letter) => FOLDED[letter] ?? letter)

/** The correction of a misspelt text, and of one typed on a wrong keyboard layout. */
const CORRECTIONS: Record<string, string> = { buketik: 'buket', ',ertn': 'букет' }

/** A cache, because every search reads all names. */
const foldedNames = new Map<RawProduct, string[]>()
function nameContains(product: RawProduct, text: string) {
  const names = foldedNames.get(product) ?? Object.values(product.name).map(fold)
  foldedNames.set(product, names)
  const folded = fold(text)
  return names.some((name) => name.includes(folded))
}
/** Matches the names in all languages. */
export const productsMatching = (text: string) => products.filter((raw) => nameContains(raw, text))

export const correctedOf = (text: string) => (productsMatching(text).length === 0 ? CORRECTIONS[text] : undefined)

/** `red,pink` is a list of values, `10..20` is a range. */
function matchesField(text: string, value: unknown) {
  const [low, high] = text.split('..')
  if (high === undefined) return text.split(',').includes(String(value))
  return typeof value === 'number' && (!low || value >= Number(low)) && (!high || value <= Number(high))
}

/** The beginning of a parameter such as `fields[color]`. */
const FIELD_PREFIX = 'fields['

function matchesFilters(query: URLSearchParams, raw: RawProduct) {
  const wanted = query.get('category') ? categoryPath(query.get('category') ?? '')?.at(-1) : undefined
  const search = query.get('search')
  const fields = [...query].flatMap(([name, value]) =>
    name.startsWith(FIELD_PREFIX) ? [[name.slice(FIELD_PREFIX.length, -1), value] as const] : [],
  )
  return (
    (!query.get('ids') || query.get('ids')?.split(',').includes(String(raw.id))) &&
    (!query.get('category') || (wanted !== undefined && isIn(raw, wanted))) &&
    (!query.get('store') || raw.store === query.get('store')) &&
    (!search || nameContains(raw, correctedOf(search) ?? search)) &&
    (!query.get('minPrice') || currentPrice(raw) >= Number(query.get('minPrice'))) &&
    (!query.get('maxPrice') || currentPrice(raw) <= Number(query.get('maxPrice'))) &&
    (query.get('discounted') !== 'true' || raw.discounted !== undefined) &&
    (query.get('inStock') !== 'true' || raw.stock > 0) &&
    (query.get('bestseller') !== 'true' || raw.popularity >= MIN_BESTSELLER_POPULARITY) &&
    (query.get('readyToday') !== 'true' || preparation(raw) === 0) &&
    raw.rating >= Number(query.get('rating') ?? 0) &&
    fields.every(([key, text]) => valuesOf(raw, key).some((value) => matchesField(text, value)))
  )
}

/** Products that are requested by ids keep the order of the ids. */
function comparatorOf(query: URLSearchParams) {
  const ids = query.get('ids')?.split(',')
  if (ids && !query.has('sort')) return (a: RawProduct, b: RawProduct) => ids.indexOf(String(a.id)) - ids.indexOf(String(b.id))
  return COMPARATORS[query.get('sort') ?? 'popular'] ?? COMPARATORS.popular
}

export const findProducts = (query: URLSearchParams) => products.filter((raw) => matchesFilters(query, raw)).sort(comparatorOf(query))

/** The counts of a facet ignore the values that are chosen in the same facet. */
function findWithout(query: URLSearchParams, ...names: string[]) {
  const otherFilters = new URLSearchParams(query)
  for (const name of names) otherFilters.delete(name)
  return findProducts(otherFilters)
}

const toggle = (key: string, name: string, count: number): Field => ({
  key,
  name,
  type: 'toggle',
  values: [{ value: 'true', label: name, count }],
})

const nonEmpty = <T extends { count: number }>(values: T[]) => values.filter(({ count }) => count > 0)

function childrenOf(slug: string, locale: Locale) {
  const parent = categoryPath(slug)?.at(-1)
  return parent ? category(parent, locale, 1).children : []
}

export function facetsOf(query: URLSearchParams, locale: Locale): Field[] {
  const slug = query.get('category')
  const children = slug ? childrenOf(slug, locale) : roots(locale, 0)
  const found = findProducts(query)
  const prices = findWithout(query, 'minPrice', 'maxPrice').map(currentPrice)
  const ofAnyRating = findWithout(query, 'rating')
  const ofAnyStore = findWithout(query, 'store')
  const inCategory = (slug: string) => {
    const wanted = categoryPath(slug)?.at(-1)
    return wanted ? found.filter((raw) => isIn(raw, wanted)).length : 0
  }
  return [
    {
      key: 'category',
      name: 'Kateqoriya',
      type: 'choice',
      values: nonEmpty(children.map(({ slug, name }) => ({ value: slug, label: name, count: inCategory(slug) }))),
    },
    {
      key: 'price',
      name: 'Qiymət',
      type: 'range',
      values: [],
      ...(prices.length > 0 && { min: Math.min(...prices), max: Math.max(...prices) }),
    },
    toggle('discounted', 'Endirimli', findWithout(query, 'discounted').filter(({ discounted }) => discounted !== undefined).length),
    toggle('in_stock', 'Stokda olan', findWithout(query, 'inStock').filter(({ stock }) => stock > 0).length),
    toggle('ready_today', 'Sifariş günü hazırdır', findWithout(query, 'readyToday').filter((raw) => preparation(raw) === 0).length),
    {
      key: 'rating',
      name: 'Reytinq',
      type: 'choice',
      values: nonEmpty(
        [4, 3].map((min) => ({ value: `${min}`, label: `${min}`, count: ofAnyRating.filter(({ rating }) => rating >= min).length })),
      ),
    },
    {
      key: 'store',
      name: 'Mağaza',
      type: 'choice',
      values: nonEmpty(
        storeData.map(({ slug, name }) => ({ value: slug, label: name, count: ofAnyStore.filter(({ store }) => store === slug).length })),
      ),
    },
    ...facets(slug, (key) => findWithout(query, `fields[${key}]`), locale),
  ]
}
