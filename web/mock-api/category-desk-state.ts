import type { CategoryAddOn, CategoryDetails, CategoryField, CategoryRow } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { card, categoryPicture, isIn, products, type RawCategory, rawCategories, valuesOf } from './catalogue'

interface CategoryDeskState {
  categories: CategoryDetails[] | undefined
}

function usedValues(raw: RawCategory, key: string): Set<string> {
  const values = products.filter((product) => isIn(product, raw)).flatMap((product) => valuesOf(product, key))
  return new Set(values.map(String))
}

function fieldsOf(raw: RawCategory): CategoryField[] {
  return raw.fields.map(({ key, type, name, unit, values = [] }, position) => {
    const used = usedValues(raw, key)
    return {
      id: raw.id * 100 + position,
      key,
      type,
      name,
      ...(unit && { unit }),
      isFilterable: true,
      position,
      values: values.map(({ value, label }, index) => ({ value, label, position: index, inUse: used.has(value) })),
      inUse: used.size > 0,
    }
  })
}

const flatten = (raws: RawCategory[], parentId?: number): CategoryDetails[] =>
  raws.flatMap((raw, position) => [
    {
      id: raw.id,
      version: 1,
      ...(parentId !== undefined && { parentId }),
      position,
      slug: raw.slug,
      name: raw.name,
      imageUrl: categoryPicture(raw),
      productCount: products.filter((product) => isIn(product, raw)).length,
      fields: fieldsOf(raw),
      addOns: [],
    },
    ...flatten(raw.children, raw.id),
  ])

/** Returns undefined if there is no such product. */
export function addOnOf(id: number, locale: Locale): CategoryAddOn | undefined {
  const product = products.find((raw) => raw.id === id)
  if (!product) return undefined
  const { name, slug, imageUrl, hasSizes, inStock } = card(product, locale, new Set())
  return { id, name, slug, imageUrl, state: hasSizes ? 'has_sizes' : inStock ? 'offered' : 'sold_out' }
}

export const categoryDesk: CategoryDeskState = { categories: undefined }
export const resetCategoryDesk = () => Object.assign(categoryDesk, { categories: undefined })

/** Most tests need no categories, so the first use converts them. */
export const deskCategories = (): CategoryDetails[] => (categoryDesk.categories ??= flatten(rawCategories))

export const deskCategory = (id: unknown) => deskCategories().find((category) => String(category.id) === String(id))

export function rowOf(category: CategoryDetails): CategoryRow {
  const { fields, addOns: _, ...row } = category
  return { ...row, fieldCount: fields.length }
}

export function changeCategory(id: number, change: Partial<CategoryDetails>): CategoryDetails {
  const existing = deskCategory(id)
  if (!existing) throw new Error(`the mock has no category ${id}`)
  const saved = { ...existing, ...change, version: existing.version + 1 }
  categoryDesk.categories = deskCategories().map((category) => (category.id === id ? saved : category))
  return saved
}

export function addCategory(form: Pick<CategoryDetails, 'name' | 'slug' | 'imageUrl' | 'parentId'>): CategoryDetails {
  const all = deskCategories()
  const position = all.filter(({ parentId }) => parentId === form.parentId).length
  const added = { ...form, id: Math.max(0, ...all.map(({ id }) => id)) + 1, version: 1, position, productCount: 0, fields: [], addOns: [] }
  categoryDesk.categories = [...all, added]
  return added
}

export function deleteCategory(id: number) {
  categoryDesk.categories = deskCategories().filter((category) => category.id !== id)
}

/** A category counts as below itself. */
export function isBelow(id: number | undefined, within: number): boolean {
  return id !== undefined && (id === within || isBelow(deskCategory(id)?.parentId, within))
}

/** Numbers the children of the new parent again. */
export function moveCategory(id: number, parentId: number | undefined, position: number): CategoryDetails {
  // The empty change only raises the version.
  const { parentId: _, ...existing } = changeCategory(id, {})
  const moved = { ...existing, ...(parentId !== undefined && { parentId }) }
  const siblings = deskCategories()
    .filter((category) => category.parentId === parentId && category.id !== id)
    .sort((a, b) => a.position - b.position)
    .toSpliced(position, 0, moved)
  const numbered = new Map(siblings.map((category, position) => [category.id, { ...category, position }]))
  categoryDesk.categories = deskCategories().map((category) => numbered.get(category.id) ?? category)
  return numbered.get(id) ?? moved
}
