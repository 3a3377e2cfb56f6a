// Products as operators edit them, with their stock. A movement is a change of the stock, such as a sale.
import type { MoveStockForm, ProductDetails, ProductForm, ProductRow, StockMovement } from '~shared/api/types'
import { categoryPath, product, products, type RawProduct } from './catalogue'
import storeData from './data/stores.json'

interface ProductDeskState {
  products: ProductDetails[]
  /** The newest movement is first. */
  movements: (StockMovement & { productId: number; key?: string })[]
  lastId: number
  /** The keys are id and version. */
  formerForms: Map<string, ProductForm>
}

const NO_LIKES = new Set<number>()
const START = '2026-11-01T08:00:00Z'

const inputsOf = (fields: RawProduct['fields'] = {}): ProductForm['fields'] =>
  Object.entries(fields).map(([key, value]) => ({ key, values: [value].flat().map(String) }))

const storeOf = (id: number) => storeData.find((store) => store.id === id)
const categoryId = (slug: string) => categoryPath(slug)?.at(-1)?.id ?? 0

function detailsOf(raw: RawProduct): ProductDetails {
  const storeId = storeData.find(({ slug }) => slug === raw.store)?.id ?? 0
  const sizes = raw.sizes ?? []
  return {
    id: raw.id,
    version: 1,
    state: 'published',
    publishedAt: START,
    changedAt: START,
    priceNow: raw.discounted ?? raw.price,
    stock: raw.stock,
    reserved: 0,
    soldCount: raw.popularity,
    sizes: sizes.map(({ stock }, index) => ({ id: raw.id * 10 + index, stock, reserved: 0 })),
    storeName: storeOf(storeId)?.name ?? '',
    storeIsOpen: true,
    changes: [{ action: 'created', operatorId: 9, at: START, fields: [], version: 1 }],
    form: {
      version: 1,
      slug: raw.slug,
      storeId,
      categoryId: categoryId(raw.category),
      alsoCategoryIds: (raw.also ?? []).map(categoryId),
      name: raw.name,
      description: raw.description,
      price: raw.price,
      ...(raw.discounted !== undefined && { discountedPrice: raw.discounted }),
      preparationDays: raw.preparationDays ?? 0,
      optionKind: raw.option ?? 'size',
      sizes: sizes.map(({ name, price, fields }, index) => ({ id: raw.id * 10 + index, name, price, fields: inputsOf(fields) })),
      fields: inputsOf(raw.fields),
      pictures: product(raw, 'az', NO_LIKES).images,
    },
  }
}

// Most tests need no products, so the first use converts them.
let original: ProductDetails[] | undefined

const fresh = (): ProductDeskState => ({ products: [], movements: [], lastId: 1000, formerForms: new Map() })

const desk: ProductDeskState = fresh()
export const resetProductDesk = () => Object.assign(desk, fresh())

/** The newest product is first. */
export function deskProducts(): ProductDetails[] {
  original ??= products.map(detailsOf).toSorted((a, b) => b.id - a.id)
  if (desk.products.length === 0) desk.products = original
  return desk.products
}

export const deskProductOf = (id: unknown) => deskProducts().find((product) => String(product.id) === String(id))

const nextId = () => {
  desk.lastId += 1
  return desk.lastId
}

/** Increases the version, as when another operator saves the product. */
export function storeProduct(
  id: number,
  action: ProductDetails['changes'][number]['action'],
  form: Partial<ProductForm>,
  change: Partial<ProductDetails> = {},
): ProductDetails {
  const existing = deskProductOf(id)
  if (!existing) throw new Error(`the mock has no product ${id}`)
  const version = existing.version + 1
  desk.formerForms.set(`${id} ${existing.version}`, existing.form)
  const stored: ProductDetails = {
    ...existing,
    ...change,
    version,
    changedAt: new Date().toISOString(),
    form: withIds({ ...existing.form, ...form, version }),
    changes: [{ action, operatorId: 7, at: new Date().toISOString(), fields: Object.keys(form), version }, ...existing.changes],
  }
  stored.sizes = stored.form.sizes.map(({ id = 0 }) => existing.sizes.find((size) => size.id === id) ?? { id, stock: 0, reserved: 0 })
  stored.priceNow = stored.form.discountedPrice ?? stored.form.price
  desk.products = deskProducts().map((product) => (product.id === id ? stored : product))
  return stored
}

export function formerForm(id: unknown, version: unknown): ProductForm | undefined {
  const former = desk.formerForms.get(`${String(id)} ${String(version)}`)
  return former && { ...former, version: deskProductOf(id)?.version ?? 0 }
}

const withIds = (form: ProductForm): ProductForm => ({ ...form, sizes: form.sizes.map(({ id = nextId(), ...size }) => ({ id, ...size })) })

/** Adds a draft. */
export function addProduct({ initialStock = 0, ...form }: ProductForm, action: 'created' | 'duplicated'): ProductDetails {
  const id = nextId()
  const at = new Date().toISOString()
  const withStock = form.sizes.map(({ initialStock = 0, ...size }) => ({ size: { ...size, id: nextId() }, stock: initialStock }))
  const added: ProductDetails = {
    id,
    version: 1,
    state: 'draft',
    changedAt: at,
    priceNow: form.discountedPrice ?? form.price,
    stock: withStock.reduce((sum, { stock }) => sum + stock, initialStock),
    reserved: 0,
    soldCount: 0,
    sizes: withStock.map(({ size, stock }) => ({ id: size.id, stock, reserved: 0 })),
    storeName: storeOf(form.storeId)?.name ?? '',
    storeIsOpen: true,
    changes: [{ action, operatorId: 7, at, fields: [], version: 1 }],
    form: { ...form, version: 1, slug: form.slug ?? `mehsul-${id}`, sizes: withStock.map(({ size }) => size) },
  }
  desk.products = [added, ...deskProducts()]
  return added
}

export function rowOf({ form, changes: _changes, sizes: _sizes, storeIsOpen: _isOpen, ...details }: ProductDetails): ProductRow {
  const isMissing = (language: 'ru' | 'en') => !form.name[language] || !form.description[language]
  const category = categoryPath(String(form.categoryId))?.at(-1)
  return {
    ...details,
    slug: form.slug ?? '',
    name: form.name,
    ...(form.pictures[0] && { imageUrl: form.pictures[0] }),
    storeId: form.storeId,
    categoryId: form.categoryId,
    categoryName: category?.name ?? { az: '' },
    price: form.price,
    missingTexts: (['ru', 'en'] as const).filter(isMissing),
  }
}

export const movementsOf = (productId: number) => desk.movements.filter((movement) => movement.productId === productId)

/** The stock changes once for each key, and not below what orders have reserved. */
export function moveStock(id: number, { sizeId, kind, count, key, note, countedAt }: MoveStockForm): StockMovement | undefined {
  const repeated = desk.movements.find((movement) => movement.key === key)
  if (repeated) return repeated
  const existing = deskProductOf(id)
  if (!existing) return undefined
  const before = existing.sizes.find((size) => size.id === sizeId) ?? existing
  const change = kind === 'counted' ? count - before.stock : kind === 'damaged' ? -count : count
  if (before.stock + change < before.reserved) return undefined
  const stock = existing.stock + change
  const movement = {
    id: nextId(),
    productId: id,
    key,
    at: new Date().toISOString(),
    ...(sizeId !== undefined && { sizeId }),
    kind,
    change,
    stockAfter: stock,
    operatorId: 7,
    ...(note && { note }),
    ...(countedAt && { countedAt }),
  }
  desk.movements = [movement, ...desk.movements]
  const sizes = existing.sizes.map((size) => (size.id === sizeId ? { ...size, stock: size.stock + change } : size))
  desk.products = deskProducts().map((product) => (product.id === id ? { ...product, stock, sizes } : product))
  return movement
}

export function sell(id: number, count: number, orderKey: string) {
  const existing = deskProductOf(id)
  if (!existing) throw new Error(`the mock has no product ${id}`)
  const stockAfter = existing.stock - count
  const movement = { id: nextId(), productId: id, at: START, kind: 'sold' as const, change: -count, stockAfter, orderKey }
  desk.movements = [movement, ...desk.movements]
  desk.products = deskProducts().map((product) => (product.id === id ? { ...product, stock: stockAfter } : product))
}

export function reserve(id: number, reserved: number) {
  desk.products = deskProducts().map((product) => (product.id === id ? { ...product, reserved } : product))
}
