import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { CategoryField, CategoryRow, ProductDetails } from '~shared/api/types'
import { chainOf, nearestFields, withPaths } from './categories'
import { differences } from './differences'
import { EMPTY, EMPTY_SIZE, newSizeId, schemaOf, toFormField, toRequest, type Values, valuesOf } from './rules'

const field = (key: string, type: CategoryField['type'], name = key): CategoryField => ({
  id: 1,
  position: 0,
  inUse: false,
  key,
  type,
  name: { az: name },
  isFilterable: true,
  values: [],
})
const FIELDS = [field('stems', 'range'), field('color', 'choice')]
const NAME = { az: 'Buket', ru: '', en: '' }
const GOOD: Values = { ...EMPTY, name: NAME, storeId: '1', categoryId: '3', price: '45' }

/** Returns the error code of each wrong field by its path. */
function problemsOf(change: Partial<Values>): Record<string, string> {
  const { issues = [] } = v.safeParse(schemaOf(FIELDS), { ...GOOD, ...change })
  return Object.fromEntries(issues.map(({ path, message }) => [path?.map(({ key }) => String(key)).join('.') ?? '', message]))
}

describe('the rules', () => {
  it('accept a complete product', () => expect(problemsOf({})).toEqual({}))

  it.each([
    ['12,50', {}],
    ['12.5', {}],
    ['1 200', {}],
    ['', { price: 'required' }],
    ['0', { price: 'out_of_range' }],
    ['12,505', { price: 'invalid' }],
    ['1.000,50', { price: 'invalid' }],
    ['-1', { price: 'invalid' }],
    ['pulsuz', { price: 'invalid' }],
  ])('say of the price %o: %o', (price, expected) => expect(problemsOf({ price })).toEqual(expected))

  it.each<[Partial<Values>, Record<string, string>]>([
    [{ name: { az: ' ', ru: 'Букет', en: '' } }, { 'name.az': 'required' }],
    [{ slug: 'Qırmızı' }, { slug: 'invalid_characters' }],
    [
      { storeId: '', categoryId: '' },
      { storeId: 'required', categoryId: 'required' },
    ],
    [{ discountedPrice: '45' }, { discountedPrice: 'not_lower' }],
    [{ discountedPrice: '44,99' }, {}],
    [{ discountFrom: '2027-01-02T00:00', discountUntil: '2027-01-01T00:00' }, { discountUntil: 'invalid_period' }],
    [{ preparationDays: '11' }, { preparationDays: 'out_of_range' }],
    [{ preparationDays: '' }, { preparationDays: 'required' }],
    [{ initialStock: '1.5' }, { initialStock: 'out_of_range' }],
    [{ fields: { stems: ['çox'] } }, { 'fields.stems': 'invalid' }],
    [{ fields: { stems: ['15,5'], color: ['red'] } }, {}],
    [
      { sizes: [{ ...EMPTY_SIZE, name: NAME, price: '12,505', fields: { stems: ['x'] } }] },
      { 'sizes.0.price': 'invalid', 'sizes.0.fields.stems': 'invalid' },
    ],
    [{ pictures: Array.from({ length: 13 }, (_, n) => `/media/${n}/640.webp`) }, { pictures: 'too_many' }],
  ])('say of %o: %o', (change, expected) => expect(problemsOf(change)).toEqual(expected))
})

describe('the request', () => {
  it('has amounts in qəpik, numbers with a point, and the fields of the category only', () => {
    const values: Values = {
      ...GOOD,
      price: '1 012,5',
      discountedPrice: '990',
      discountFrom: '2027-03-01T00:00',
      initialStock: '7',
      alsoCategoryIds: [3, 8],
      fields: { stems: ['15,5'], color: ['red', 'white'], battery: ['true'], wrap: [] },
    }
    expect(toRequest(values, FIELDS)).toEqual({
      storeId: 1,
      categoryId: 3,
      // The main category is not listed again.
      alsoCategoryIds: [8],
      name: { az: 'Buket' },
      description: { az: '' },
      price: 101_250,
      discountedPrice: 99_000,
      discountFrom: '2027-02-28T20:00:00.000Z',
      preparationDays: 0,
      optionKind: 'size',
      sizes: [],
      fields: [
        { key: 'stems', values: ['15.5'] },
        { key: 'color', values: ['red', 'white'] },
      ],
      pictures: [],
      initialStock: 7,
    })
  })

  it('drops the period of a discount that was removed, and the first stock of a product with sizes', () => {
    const size = { ...EMPTY_SIZE, name: NAME, price: '45', initialStock: '3' }
    const request = toRequest({ ...GOOD, discountUntil: '2027-03-01T00:00', initialStock: '7', sizes: [size] }, FIELDS)
    expect(request).not.toHaveProperty('discountUntil')
    expect(request).not.toHaveProperty('initialStock')
    expect(request.sizes).toEqual([{ name: { az: 'Buket' }, price: 4500, initialStock: 3, fields: [] }])
  })

  it('of an unchanged form equals the saved product', () => {
    const form: ProductDetails['form'] = {
      version: 4,
      slug: 'buket',
      storeId: 1,
      categoryId: 3,
      alsoCategoryIds: [8],
      name: { az: 'Buket', ru: 'Букет' },
      description: { az: 'Təsvir' },
      price: 4500,
      discountedPrice: 3990,
      // The field does not show the seconds.
      discountUntil: '2027-03-01T10:20:30Z',
      preparationDays: 2,
      optionKind: 'count',
      sizes: [{ id: 10, name: { az: '15 ədəd' }, price: 4500, picture: '/media/1/640.webp', fields: [{ key: 'stems', values: ['15.5'] }] }],
      fields: [{ key: 'color', values: ['red'] }],
      pictures: ['/media/1/640.webp'],
    }
    const values = valuesOf({ version: 4, form })
    expect(values).toMatchObject({ price: '45', discountedPrice: '39,90', sizes: [{ fields: { stems: ['15,5'] } }] })
    expect(toRequest(values, FIELDS, form)).toEqual(form)
  })
})

it('differences are found in each text, in the pictures and in each field', () => {
  const other: Values = {
    ...GOOD,
    version: 9,
    name: { ...NAME, ru: 'Букет' },
    pictures: ['/media/1/640.webp'],
    fields: { color: ['red'], stems: [] },
  }
  expect(differences(GOOD, other).toSorted()).toEqual(['fields.color', 'name.ru', 'pictures'])
})

it('sizes without a saved id have different negative ids', () => {
  const sizes = [{ ...EMPTY_SIZE, sizeId: 7 }]
  for (let added = 0; added < 3; added++) sizes.push({ ...EMPTY_SIZE, sizeId: newSizeId(sizes) })
  const ids = sizes.slice(1).map(({ sizeId }) => sizeId)
  expect(new Set(ids).size).toBe(3)
  expect(Math.max(...ids)).toBeLessThan(0)

  const removed = { name: { az: '15 ədəd' }, price: 4500, fields: [] }
  const form = { ...toRequest(GOOD, FIELDS), version: 1, sizes: [removed, { ...removed, id: 8 }, removed] }
  expect(valuesOf({ version: 1, form }).sizes.map(({ sizeId }) => sizeId)).toEqual([-1, 8, -3])
})

it.each([
  ['sizes[0].price', 'sizes.0.price'],
  ['sizes[1].fields.stems', 'sizes.1.fields.stems'],
  ['pictures[2]', 'pictures'],
  ['alsoCategoryIds[0]', 'alsoCategoryIds'],
  ['name.az', 'name.az'],
])('the field %s of the server is %s in the form', (server, inForm) => expect(toFormField(server)).toBe(inForm))

describe('categories', () => {
  const row = (id: number, position: number, parentId?: number): CategoryRow => ({
    id,
    position,
    ...(parentId !== undefined && { parentId }),
    version: 1,
    slug: `c${id}`,
    name: { az: `C${id}`, ru: id === 2 ? 'Р2' : '' },
    imageUrl: '',
    productCount: 0,
    fieldCount: 0,
  })
  const rows = [row(3, 0, 2), row(1, 1), row(2, 0, 1), row(4, 0)]

  it('are listed in the order of the tree, with their paths', () => {
    expect(withPaths(rows, 'ru').map(({ name }) => name)).toEqual(['C4', 'C1', 'C1 › Р2', 'C1 › Р2 › C3'])
  })

  it('inherit the fields of their ancestors; the nearest one with the same key applies', () => {
    expect(chainOf(rows, 3)).toEqual([1, 2, 3])
    expect(chainOf(rows, 99)).toEqual([])
    const fields = nearestFields([[field('color', 'choice', 'root'), field('stems', 'range')], [], [field('color', 'choice', 'own')]])
    expect(fields.map(({ key, name }) => [key, name.az])).toEqual([
      ['color', 'own'],
      ['stems', 'stems'],
    ])
  })
})
