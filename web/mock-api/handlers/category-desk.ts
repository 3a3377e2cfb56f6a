import type { CategoryDetails, CategoryFieldForm } from '~shared/api/types'
import {
  addCategory,
  addOnOf,
  changeCategory,
  deleteCategory,
  deskCategories,
  deskCategory,
  isBelow,
  moveCategory,
  rowOf,
} from '../category-desk-state'
import { on } from './contract'
import { forStaff, invalid, localeOf, ok, problem } from './responses'

const noCategory = () => problem(404, 'category_not_found', 'Kateqoriya tapılmadı')
const changed = () => problem(409, 'category_changed', 'Siz işləyərkən başqası bu kateqoriyanı dəyişib.')
const isSlugUsed = (slug: string | undefined, id?: number) => deskCategories().some((other) => other.slug === slug && other.id !== id)

/** Refuses to remove or change fields and values that products use. */
function refuseFields({ fields: saved }: CategoryDetails, fields: CategoryFieldForm[]) {
  for (const { id, key, type, inUse, values } of saved) {
    const kept = fields.find((field) => field.id === id)
    if (inUse && (kept?.type !== type || kept.key !== key))
      return problem(409, 'field_in_use', 'Məhsullarda olan xüsusiyyət silinə bilməz.')
    const isMissing = values.some(({ value, inUse }) => inUse && !kept?.values?.some((other) => other.value === value))
    if (isMissing) return problem(409, 'value_in_use', 'Məhsullarda olan seçim silinə bilməz.')
  }
  return undefined
}

export const categoryDeskHandlers = [
  on(
    'get',
    '/admin/categories',
    forStaff(() => ok(deskCategories().map(rowOf))),
  ),
  on(
    'get',
    '/admin/categories/{id}',
    forStaff(({ params }) => {
      const category = deskCategory(params.id)
      return category ? ok(category) : noCategory()
    }),
  ),
  on(
    'post',
    '/admin/categories',
    forStaff(async ({ request }) => {
      const { name, slug, imageUrl = '', parentId } = await request.json()
      if (isSlugUsed(slug)) return invalid('slug', 'duplicate', 'Bu ünvan artıq var')
      return ok(addCategory({ name, slug: slug ?? name.az.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), imageUrl, parentId }))
    }),
  ),
  on(
    'put',
    '/admin/categories/{id}',
    forStaff(async ({ request, params }) => {
      const existing = deskCategory(params.id)
      const { name, slug, imageUrl = '', fields, addOns, version } = await request.json()
      if (!existing) return noCategory()
      if (version !== existing.version) return changed()
      if (isSlugUsed(slug, existing.id)) return invalid('slug', 'duplicate', 'Bu ünvan artıq var')
      const refusal = refuseFields(existing, fields)
      if (refusal) return refusal
      const savedAddOns = addOns.map((id) => addOnOf(id, localeOf(request)))
      const unknown = savedAddOns.indexOf(undefined)
      if (unknown >= 0) return invalid(`addOns[${unknown}]`, 'product_not_found', 'Belə məhsul yoxdur')
      const nextId = Math.max(0, ...deskCategories().flatMap((category) => category.fields.map(({ id }) => id))) + 1
      const savedFields = fields.map((field, index) => {
        const before = existing.fields.find(({ id }) => id === field.id)
        const isUsed = (value: string) => before?.values.find((other) => other.value === value)?.inUse ?? false
        return {
          ...field,
          id: field.id ?? nextId + index,
          position: index,
          inUse: before?.inUse ?? false,
          values: (field.values ?? []).map((value, position) => ({ ...value, position, inUse: isUsed(value.value) })),
        }
      })
      const knownAddOns = savedAddOns.filter((addOn) => addOn !== undefined)
      return ok(changeCategory(existing.id, { name, slug, imageUrl, fields: savedFields, addOns: knownAddOns }))
    }),
  ),
  on(
    'post',
    '/admin/categories/{id}/move',
    forStaff(async ({ request, params }) => {
      const existing = deskCategory(params.id)
      const { parentId, position, version } = await request.json()
      if (!existing || (parentId !== undefined && !deskCategory(parentId))) return noCategory()
      if (version !== existing.version) return changed()
      if (isBelow(parentId, existing.id)) return problem(409, 'category_under_itself', 'Kateqoriya özünün içinə köçürülə bilməz.')
      return ok(moveCategory(existing.id, parentId, position))
    }),
  ),
  on(
    'delete',
    '/admin/categories/{id}',
    forStaff(({ params }) => {
      const existing = deskCategory(params.id)
      if (!existing) return noCategory()
      const isUsed = existing.productCount > 0 || deskCategories().some(({ parentId }) => parentId === existing.id)
      if (isUsed) return problem(409, 'category_in_use', 'Kateqoriyada məhsul və ya alt kateqoriya var.')
      deleteCategory(existing.id)
      return ok({})
    }),
  ),
]
