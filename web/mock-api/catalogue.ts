// Converts a part of the demo's data to the types of the API.
import type { Category, Field, Product, ProductCard, Schemas, Store } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import categoryData from './data/categories.json'
import productData from './data/products.json'
import storeData from './data/stores.json'

// A "raw" product or category has the shape of the demo's files.

type Text = Record<Locale, string>
interface RawField {
  key: string
  type: 'choice' | 'range' | 'toggle'
  name: Text
  unit?: Text
  values?: { value: string; label: Text }[]
}
export interface RawCategory {
  id: number
  slug: string
  name: Text
  emoji: string | null
  fields: RawField[]
  children: RawCategory[]
}
type RawValue = string | number | boolean
type RawFields = Record<string, RawValue | string[]>

export interface RawProduct {
  id: number
  slug: string
  /** The slug of a category. */
  category: string
  /** Slugs of further categories. */
  also?: string[]
  /** The slug of a store. */
  store: string
  name: Text
  description: Text
  /** Prices are in qəpik. */
  price: number
  discounted?: number
  stock: number
  preparationDays?: number
  option?: Schemas['OptionKind']
  sizes?: { name: Text; price: number; stock: number; fields?: RawFields }[]
  fields: RawFields
  rating: number
  reviews: number
  popularity: number
  /** The age of the product. */
  days: number
  /** `hue` rotates the colours of the main object, in degrees; `tone` is the background. */
  picture: { main: string; with: string[]; hue: number; tone: string }
}

export const rawCategories = categoryData as RawCategory[]
export const products = productData as unknown as RawProduct[]

/** Up to this stock, a card says how many units are left. */
const FEW_LEFT = 5
const PICTURES_PER_PRODUCT = 3
const INSTALMENT_MONTHS = [3, 6, 12, 18, 24]
const INSTALMENTS_FROM = 5000
const LONGEST_PLAN = Math.max(...INSTALMENT_MONTHS)
const MAX_ADD_ONS = 3
/** The add-ons of flowers are products below this price, in qəpik. */
const ADD_ONS_BELOW = 2000
/** More levels than the tree of categories has. */
const ALL_LEVELS = 9
const DISCOUNT_ENDS = '2027-01-20T20:00:00Z'
/** The picture of an empty category: 🎁. */
const GIFT = '1f381'

/** `tools/vite/mock-media.ts` draws the picture. */
const media = (tone: string, hue: number, main: string | null, companion = '', view = 0) =>
  `/media/${[tone, hue, main ?? '', companion, view].join('~')}/640.webp`
const picture = ({ picture: { tone, hue, main, with: companions } }: RawProduct, view = 0) => media(tone, hue, main, companions[0], view)

/** Returns the category with this slug or id after its ancestors. */
export function categoryPath(slug: string, within = rawCategories, above: RawCategory[] = []): RawCategory[] | undefined {
  for (const category of within) {
    const path = [...above, category]
    if (category.slug === slug || String(category.id) === slug) return path
    const deeper = categoryPath(slug, category.children, path)
    if (deeper) return deeper
  }
  return undefined
}

const slugsOf = (category: RawCategory): string[] => [category.slug, ...category.children.flatMap(slugsOf)]
/** A cache, because every response with the tree or facets counts products. */
const slugsWithin = new Map<RawCategory, Set<string>>()
/** Whether the product is in the category or in one below it. */
export const isIn = (product: RawProduct, category: RawCategory) => {
  const slugs = slugsWithin.get(category) ?? new Set(slugsOf(category))
  slugsWithin.set(category, slugs)
  return slugs.has(product.category) || Boolean(product.also?.some((slug) => slugs.has(slug)))
}

const TONES = ['rose', 'lilac', 'peach', 'sky', 'mint', 'sand', 'lemon', 'pearl']
export const categoryPicture = (raw: RawCategory) =>
  media(TONES[raw.id % TONES.length] ?? 'rose', 0, raw.emoji ?? products.find((product) => isIn(product, raw))?.picture.main ?? GIFT)

export function category(raw: RawCategory, locale: Locale, depth = ALL_LEVELS): Category {
  return {
    id: raw.id,
    name: raw.name[locale],
    slug: raw.slug,
    imageUrl: categoryPicture(raw),
    productCount: products.filter((product) => isIn(product, raw)).length,
    children: depth > 0 ? raw.children.map((child) => category(child, locale, depth - 1)) : [],
  }
}
export const roots = (locale: Locale, depth?: number) => rawCategories.map((raw) => category(raw, locale, depth))

const categoryRef = (raw: RawCategory, locale: Locale) => ({ id: raw.id, name: raw.name[locale], slug: raw.slug })

export const sizes = (raw: RawProduct, locale: Locale): Schemas['Size'][] =>
  (raw.sizes ?? []).map(({ name, price, stock, fields = {} }, index) => ({
    id: raw.id * 10 + index,
    name: name[locale],
    price,
    stock,
    fields: attributes(raw.category, (key) => [fields[key] ?? []].flat(), locale),
  }))

export function card(raw: RawProduct, locale: Locale, liked: Set<number>): ProductCard {
  const ownCategory = categoryPath(raw.category)?.at(-1) ?? rawCategories[0]
  const currentPrice = raw.discounted ?? raw.price
  const store = storeData.find(({ slug }) => slug === raw.store)
  return {
    id: raw.id,
    name: raw.name[locale],
    slug: raw.slug,
    imageUrl: picture(raw),
    price: raw.price,
    ...(raw.discounted !== undefined && { discountedPrice: raw.discounted }),
    category: ownCategory ? categoryRef(ownCategory, locale) : { id: 0, name: '', slug: '' },
    store: { id: store?.id ?? 0, name: store?.name ?? '', slug: store?.slug ?? '' },
    rating: raw.rating,
    reviewCount: raw.reviews,
    inStock: raw.stock > 0,
    isLiked: liked.has(raw.id),
    ...(raw.stock > 0 && raw.stock <= FEW_LEFT && { left: raw.stock }),
    hasSizes: Boolean(raw.sizes?.length),
    preparationDays: raw.preparationDays ?? 0,
    ...(currentPrice >= INSTALMENTS_FROM && { monthlyFrom: Math.ceil(currentPrice / LONGEST_PLAN) }),
  }
}

/** The ancestors of a category define fields for it, too. */
const fieldsOf = (slug: string) => (categoryPath(slug) ?? []).flatMap(({ fields }) => fields)

/** Returns the values of the product and of its sizes. */
export const valuesOf = (raw: RawProduct, key: string) => {
  const values = [raw.fields, ...(raw.sizes ?? []).map(({ fields }) => fields ?? {})].map((fields) => fields[key])
  return [...new Set(values.flat().filter((value) => value !== undefined))]
}

/** Fields without a value are left out. */
function attributes(category: string, fieldValues: (key: string) => RawValue[], locale: Locale) {
  const yes: Text = { az: 'Bəli', ru: 'Да', en: 'Yes' }
  return fieldsOf(category).flatMap((field) => {
    const values = fieldValues(field.key)
      .filter((value) => value !== false)
      .map((value) => {
        const label = field.values?.find((candidate) => candidate.value === value)?.label[locale]
        return label ?? (value === true ? yes[locale] : `${value}${field.unit ? ` ${field.unit[locale]}` : ''}`)
      })
    return values.length === 0 ? [] : [{ name: field.name[locale], value: values.join(', ') }]
  })
}

const addOnsOf = (raw: RawProduct) =>
  categoryPath(raw.category)?.[0]?.slug === 'gul-ve-buketler'
    ? products
        .filter((product) => !product.sizes && product.stock > 0 && product.price < ADD_ONS_BELOW && product.id !== raw.id)
        .slice(0, MAX_ADD_ONS)
    : []

export function product(raw: RawProduct, locale: Locale, liked: Set<number>): Product {
  const currentPrice = raw.discounted ?? raw.price
  return {
    ...card(raw, locale, liked),
    description: raw.description[locale],
    images: Array.from({ length: PICTURES_PER_PRODUCT }, (_, view) => picture(raw, view)),
    stock: raw.stock,
    sizes: sizes(raw, locale),
    option: raw.option ?? 'size',
    addOns: addOnsOf(raw).map((addOn) => card(addOn, locale, liked)),
    fields: attributes(raw.category, (key) => valuesOf(raw, key), locale),
    breadcrumbs: (categoryPath(raw.category) ?? []).map((ancestor) => categoryRef(ancestor, locale)),
    categoryIds: [raw.category, ...(raw.also ?? [])].flatMap((slug) => (categoryPath(slug) ?? []).map(({ id }) => id)),
    installment:
      currentPrice < INSTALMENTS_FROM ? [] : INSTALMENT_MONTHS.map((months) => ({ months, monthly: Math.ceil(currentPrice / months) })),
    ...(raw.discounted !== undefined && { discountUntil: DISCOUNT_ENDS }),
    seo: { title: `${raw.name[locale]} · Sovqat`, description: raw.description[locale] },
  }
}

/** `productsFor` returns the products that a field's facet counts. */
export function facets(slug: string | null, productsFor: (key: string) => RawProduct[], locale: Locale): Field[] {
  const rawFields = slug ? [...fieldsOf(slug), ...(categoryPath(slug)?.at(-1)?.children ?? []).flatMap(({ fields }) => fields)] : []
  return rawFields.flatMap((field) => facetOf(field, productsFor(field.key), locale))
}

function facetOf({ key, name, type, unit, values = [] }: RawField, found: RawProduct[], locale: Locale): Field[] {
  if (type === 'range') {
    const numbers = found.flatMap((raw) => valuesOf(raw, key)).filter((value) => typeof value === 'number')
    const bounds = { min: Math.min(...numbers), max: Math.max(...numbers) }
    return numbers.length === 0 ? [] : [{ key, name: name[locale], type, values: [], ...bounds, ...(unit && { unit: unit[locale] }) }]
  }
  const countedValues = (type === 'toggle' ? [{ value: 'true', label: name }] : values)
    .map(({ value, label }) => ({
      value,
      label: label[locale],
      count: found.filter((raw) => valuesOf(raw, key).map(String).includes(value)).length,
    }))
    .filter(({ count }) => count > 0)
  return countedValues.length === 0 ? [] : [{ key, name: name[locale], type, values: countedValues }]
}

export const stores = (locale: Locale): Store[] =>
  storeData.map(({ id, slug, name, emoji, tone, about, rating, reviews }) => ({
    id,
    name,
    slug,
    logoUrl: media(tone, 0, emoji),
    coverUrl: '',
    about: about[locale],
    rating,
    reviewCount: reviews,
    // The number only has to differ from store to store.
    subscriberCount: id * 37,
    productCount: products.filter(({ store }) => store === slug).length,
    isSubscribed: false,
  }))
