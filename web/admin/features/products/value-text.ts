// Describes values of the product form for the comparison of two versions.
import { textIn } from '~admin/lib/local-text'
import type { CategoryField } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import type { SizeValues, Values } from './rules'

/** Lists in which ids and keys are looked up. */
interface Names {
  stores: { id: number; name: string }[]
  categories: { id: number; name: string }[]
  fields: CategoryField[]
}

/** Describes the value of the part at `path`, whose type depends on the path. */
export function valueText(t: Translate, locale: Locale, path: string, value: unknown, { stores, categories, fields }: Names): string {
  if (path.startsWith('fields.')) {
    const field = fields.find(({ key }) => `fields.${key}` === path)
    return joined(((value ?? []) as string[]).map((chosen) => fieldValueText(t, locale, field, chosen)))
  }
  switch (path) {
    case 'storeId':
      return nameIn(stores, value)
    case 'categoryId':
      return nameIn(categories, value)
    case 'alsoCategoryIds':
      return joined((value as number[]).map((id) => nameIn(categories, id)))
    case 'optionKind':
      return t(`adminProducts.optionKind.${value as Values['optionKind']}`)
    case 'pictures':
      return t('adminProducts.pictures.count', { count: (value as string[]).length })
    case 'sizes':
      return joined((value as SizeValues[]).map(({ name, price }) => `${textIn(locale, name)}: ${price} ₼`))
    default:
      return plainText(value)
  }
}

const nameIn = (list: { id: number; name: string }[], id: unknown) => list.find((item) => item.id === Number(id))?.name ?? `№${String(id)}`

const joined = (texts: string[]) => texts.filter(Boolean).join(', ') || '—'

function fieldValueText(t: Translate, locale: Locale, field: CategoryField | undefined, value: string): string {
  if (field?.type === 'toggle') return t(value === 'true' ? 'adminProducts.fields.yes' : 'adminProducts.fields.no')
  const label = field?.values.find((candidate) => candidate.value === value)?.label
  return label ? textIn(locale, label) : value
}

const BEGINNING_OF_TIME = /^(\d{4}-\d\d-\d\d)T/

/** A time is `2026-12-03T20:00` in the form, and is shown with a space instead of the letter T. */
function plainText(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  return text.replace(BEGINNING_OF_TIME, '$1 ') || '—'
}
