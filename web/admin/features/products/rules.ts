// The form of a product: the server's validation rules with its error codes, and the conversion to requests.
// Prices are typed in manats, times in Baku time.
import * as v from 'valibot'
import { shownTime, toApiTimeUnlessSame } from '~admin/lib/baku-time'
import { localTextOf, NO_TEXT, typedTextOf } from '~admin/lib/local-text'
import { localText } from '~admin/lib/text-rules'
import type { CategoryField, ProductDetails, ProductForm, Schemas } from '~shared/api/types'
import { errorCode, optionalText, qepikOf, requiredChoice, typedAmount } from '~shared/features/forms/rules'

const MAX_NAME_LENGTH = 300
const MAX_DESCRIPTION_LENGTH = 20_000
const MAX_SLUG_LENGTH = 200
export const MAX_SIZES = 100
export const MAX_PICTURES = 12
/** In qəpik. */
const MAX_PRICE = 100_000_000_000
const MAX_PREPARATION_DAYS = 10
/** The most units of a stock or of a movement. */
export const MAX_UNITS = 1_000_000
const SLUG = /^[a-z0-9-]+$/
const INTEGER = /^\d{1,10}$/
const DECIMAL = /^-?\d{1,12}(?:[.,]\d{1,6})?$/

export const OPTION_KINDS = [
  'size',
  'color',
  'count',
  'weight',
  'volume',
  'age',
  'people',
  'version',
] as const satisfies Schemas['OptionKind'][]

const trimmed = () => v.pipe(v.string(), v.trim())
const unlessEmpty = (isGood: (typed: string) => boolean) => (typed: string) => typed === '' || isGood(typed)
const isAmount = (typed: string) => qepikOf(typed, Infinity) !== undefined
/** Returns 0 for a text that is not a price. */
const priceOf = (typed: string) => qepikOf(typed, MAX_PRICE) ?? 0
const isPrice = (typed: string) => priceOf(typed) > 0
const isIntegerUpTo = (max: number) => (typed: string) => INTEGER.test(typed) && Number(typed) <= max

/** Reports `invalid` for a text that is not an amount (at most two decimals), and `out_of_range` for a wrong amount. */
const optionalPrice = () =>
  v.pipe(
    trimmed(),
    v.check(unlessEmpty(isAmount), errorCode('invalid')),
    v.check(
      unlessEmpty((typed) => !isAmount(typed) || isPrice(typed)),
      errorCode('out_of_range'),
    ),
  )
const price = () => v.pipe(optionalPrice(), v.minLength(1, errorCode('required')))
const count = (max: number) => v.pipe(trimmed(), v.check(unlessEmpty(isIntegerUpTo(max)), errorCode('out_of_range')))

const Descriptions = v.object({
  az: optionalText(MAX_DESCRIPTION_LENGTH),
  ru: optionalText(MAX_DESCRIPTION_LENGTH),
  en: optionalText(MAX_DESCRIPTION_LENGTH),
})
/** Values by the key of the category's field. A field that the user has not touched is undefined. */
const FieldValues = v.record(v.string(), v.optional(v.array(v.string()), []))

const Fields = v.object({
  /** The version on which the edit is based; 0 for a new product. The server refuses the edit if a newer version was saved. */
  version: v.number(),
  name: localText(MAX_NAME_LENGTH),
  description: Descriptions,
  slug: v.pipe(
    optionalText(MAX_SLUG_LENGTH),
    v.check(
      unlessEmpty((typed) => SLUG.test(typed)),
      errorCode('invalid_characters'),
    ),
  ),
  storeId: requiredChoice(),
  categoryId: requiredChoice(),
  alsoCategoryIds: v.array(v.number()),
  price: price(),
  discountedPrice: optionalPrice(),
  discountFrom: v.string(),
  discountUntil: v.string(),
  preparationDays: v.pipe(count(MAX_PREPARATION_DAYS), v.minLength(1, errorCode('required'))),
  initialStock: count(MAX_UNITS),
  pictures: v.pipe(v.array(v.string()), v.maxLength(MAX_PICTURES, errorCode('too_many'))),
  fields: FieldValues,
  optionKind: v.picklist(OPTION_KINDS),
  sizes: v.array(
    v.object({
      /** Negative and unique in the form for a size that is not saved. */
      sizeId: v.number(),
      name: localText(MAX_NAME_LENGTH),
      price: price(),
      /** Empty, or one of the product's pictures. */
      picture: v.string(),
      initialStock: count(MAX_UNITS),
      fields: FieldValues,
    }),
  ),
})

export type Values = v.InferInput<typeof Fields>
export type SizeValues = Values['sizes'][number]

/** Compares the two prices. It is also true while one of them is missing or wrong, which other rules report. */
const isLower = ({ price, discountedPrice }: Pick<Values, 'price' | 'discountedPrice'>) =>
  !isPrice(price) || !isPrice(discountedPrice) || priceOf(discountedPrice) < priceOf(price)

/** Returns the paths of fields of type `range` whose text is not a number. */
function wrongNumbers({ fields, sizes }: Pick<Values, 'fields' | 'sizes'>, rangeKeys: string[]): (string | number)[][] {
  const isWrong = (values: Values['fields'], key: string) => values[key]?.some((typed) => !DECIMAL.test(typed.trim())) ?? false
  return rangeKeys.flatMap((key) => [
    ...(isWrong(fields, key) ? [['fields', key]] : []),
    ...sizes.flatMap((size, index) => (isWrong(size.fields, key) ? [['sizes', index, 'fields', key]] : [])),
  ])
}

export const schemaOf = (fields: CategoryField[] = []) =>
  v.pipe(
    Fields,
    v.forward(v.partialCheck([['price'], ['discountedPrice']], isLower, errorCode('not_lower')), ['discountedPrice']),
    v.forward(
      v.partialCheck(
        [['discountFrom'], ['discountUntil']],
        ({ discountFrom: from, discountUntil: until }) => !from || !until || from < until,
        errorCode('invalid_period'),
      ),
      ['discountUntil'],
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const rangeKeys = fields.filter(({ type }) => type === 'range').map(({ key }) => key)
      for (const path of wrongNumbers(dataset.value, rangeKeys))
        addIssue({ message: errorCode('invalid'), path: pathIn(dataset.value, path) })
    }),
  )

/** Converts keys into a path of the validation library. */
function pathIn(root: unknown, keys: (string | number)[]): [v.IssuePathItem, ...v.IssuePathItem[]] {
  let input = root as Record<string | number, unknown>
  return keys.map((key) => {
    const item = { type: 'unknown', origin: 'value', input, key, value: input[key] } as const
    input = input[key] as typeof input
    return item
  }) as unknown as [v.IssuePathItem, ...v.IssuePathItem[]]
}

export const EMPTY_SIZE: SizeValues = { sizeId: 0, name: NO_TEXT, price: '', picture: '', initialStock: '', fields: {} }

/** Returns an id for an added size. The time makes it differ from the ids of removed sizes, which a running request may contain. */
export const newSizeId = (sizes: SizeValues[]) => Math.min(-Date.now(), ...sizes.map(({ sizeId }) => sizeId - 1))

export const EMPTY: Values = {
  version: 0,
  name: NO_TEXT,
  description: NO_TEXT,
  slug: '',
  storeId: '',
  categoryId: '',
  alsoCategoryIds: [],
  price: '',
  discountedPrice: '',
  discountFrom: '',
  discountUntil: '',
  preparationDays: '0',
  initialStock: '',
  pictures: [],
  fields: {},
  optionKind: 'size',
  sizes: [],
}

/** Converts the values of fields for the form, in which numbers have a decimal comma. */
const typedFields = (inputs: ProductForm['fields']): Values['fields'] =>
  Object.fromEntries(inputs.map(({ key, values }) => [key, values.map(withDecimalComma)]))

const withDecimalComma = (value: string) => (/^-?\d+\.\d+$/.test(value) ? value.replace('.', ',') : value)

export const valuesOf = ({ version, form }: Pick<ProductDetails, 'version' | 'form'>): Values => ({
  version,
  name: typedTextOf(form.name),
  description: typedTextOf(form.description),
  slug: form.slug ?? '',
  storeId: String(form.storeId),
  categoryId: String(form.categoryId),
  alsoCategoryIds: form.alsoCategoryIds,
  price: typedAmount(form.price),
  discountedPrice: form.discountedPrice === undefined ? '' : typedAmount(form.discountedPrice),
  discountFrom: form.discountFrom ? shownTime(form.discountFrom) : '',
  discountUntil: form.discountUntil ? shownTime(form.discountUntil) : '',
  preparationDays: String(form.preparationDays),
  initialStock: '',
  pictures: form.pictures,
  fields: typedFields(form.fields),
  optionKind: form.optionKind,
  sizes: form.sizes.map(({ id, name, price, picture = '', fields }, index) => ({
    // A size of a former version has no id if it was removed since.
    sizeId: id ?? -1 - index,
    name: typedTextOf(name),
    price: typedAmount(price),
    picture,
    initialStock: '',
    fields: typedFields(fields),
  })),
})

/** Converts typed values of fields for a request. Fields that the category does not have are left out, if its fields are known. */
const inputsOf = (values: Values['fields'], fields: CategoryField[] | undefined): ProductForm['fields'] =>
  Object.entries(values).flatMap(([key, list = []]) => {
    const field = fields?.find((candidate) => candidate.key === key)
    const isOfOtherCategory = fields !== undefined && !field
    if (list.length === 0 || isOfOtherCategory) return []
    return [{ key, values: field?.type === 'range' ? list.map(withDecimalPoint) : list }]
  })

const withDecimalPoint = (typed: string) => typed.trim().replace(',', '.')

/** Leaves out the period of a removed discount and the fields of another category. */
export function toRequest(values: Values, fields: CategoryField[] | undefined, saved?: ProductForm): ProductForm {
  const { slug, discountedPrice, discountFrom, discountUntil, initialStock, sizes, version } = values
  const hasDiscount = discountedPrice !== ''
  const isNew = version === 0
  return {
    ...(!isNew && { version }),
    ...(slug && { slug }),
    storeId: Number(values.storeId),
    categoryId: Number(values.categoryId),
    alsoCategoryIds: values.alsoCategoryIds.filter((id) => id !== Number(values.categoryId)),
    name: localTextOf(values.name),
    description: localTextOf(values.description),
    price: priceOf(values.price),
    ...(hasDiscount && { discountedPrice: priceOf(discountedPrice) }),
    ...(hasDiscount && discountFrom && { discountFrom: toApiTimeUnlessSame(discountFrom, saved?.discountFrom) }),
    ...(hasDiscount && discountUntil && { discountUntil: toApiTimeUnlessSame(discountUntil, saved?.discountUntil) }),
    preparationDays: Number(values.preparationDays),
    optionKind: values.optionKind,
    sizes: sizes.map(({ sizeId, name, price, picture, initialStock, fields: sizeFields }) => ({
      ...(sizeId > 0 && { id: sizeId }),
      name: localTextOf(name),
      price: priceOf(price),
      ...(picture && { picture }),
      ...(isNew && initialStock && { initialStock: Number(initialStock) }),
      fields: inputsOf(sizeFields, fields),
    })),
    fields: inputsOf(values.fields, fields),
    pictures: values.pictures,
    ...(isNew && sizes.length === 0 && initialStock && { initialStock: Number(initialStock) }),
  }
}

/** Maps a field name of the server to the form's: `sizes[0].price` is `sizes.0.price`, and `pictures[2]` is the whole list `pictures`. */
export const toFormField = (name: string) => name.replace(/^(pictures|alsoCategoryIds)[[.]\d+\]?$/, '$1').replaceAll(/\[(\d+)\]/g, '.$1')
