import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Promo } from '~shared/api/types'
import { qepikOf, typedAmount } from '~shared/features/forms/rules'
import { EMPTY, toRequest, Schema, valuesOf } from './rules'

const VALID = { ...EMPTY, code: 'BAHAR27', value: '15' }

/** Returns the field and the error code of each problem. */
const problemsOf = (values: Partial<typeof EMPTY>) => {
  const { issues = [] } = v.safeParse(Schema, { ...VALID, ...values })
  return issues.map(({ path, message }) => [path?.[0]?.key, message])
}

const SAVED: Promo = {
  id: 7,
  code: 'BAHAR27',
  kind: 'fixed',
  value: 1250,
  minimum: 5000,
  isForReduced: false,
  categoryIds: [3],
  storeIds: [],
  // The form does not show seconds.
  startsAt: '2027-02-28T20:00:17Z',
  endsAt: '2027-03-31T20:00:00Z',
  totalLimit: 100,
  status: 'scheduled',
  isPaused: false,
  used: 0,
  version: 4,
  createdAt: '2026-11-25T08:00:00Z',
  changes: [],
}

describe('a promo code', () => {
  it('requires a code and a value, and nothing else', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ code: ' ', value: '' })).toEqual([
      ['code', 'required'],
      ['value', 'required'],
    ])
  })

  it.each([
    ['NOVRU', 'code_too_short'],
    ['NOVRUZ 27', 'code_invalid_characters'],
    ['NOVRUZ%', 'code_invalid_characters'],
    ['A'.repeat(41), 'too_long'],
  ])('refuses %s', (code, message) => expect(problemsOf({ code })).toEqual([['code', message]]))

  it.each(['GÜLÇİÇƏK', 'ВЕСНА27', 'Bahar-27'])('accepts %s', (code) => expect(problemsOf({ code })).toEqual([]))

  it.each(['0', '101', '12,5', 'many'])('refuses a discount of %s %%', (value) =>
    expect(problemsOf({ value })).toEqual([['value', 'out_of_range']]),
  )

  it.each(['0', '-5', '1,234', '1000000,01', 'ten'])('refuses a discount of %s manats', (value) =>
    expect(problemsOf({ kind: 'fixed', value })).toEqual([['value', 'out_of_range']]),
  )

  it('has no value for free delivery', () => expect(problemsOf({ kind: 'free_delivery', value: '' })).toEqual([]))

  it.each(['atMost', 'minimum', 'totalLimit', 'userLimit'] as const)('accepts an empty %s but refuses an invalid one', (field) => {
    expect(problemsOf({ [field]: '' })).toEqual([])
    expect(problemsOf({ [field]: 'x' })).toEqual([[field, 'out_of_range']])
  })

  it('must end after it begins', () =>
    expect(problemsOf({ startsAt: '2027-03-01T00:00', endsAt: '2027-03-01T00:00' })).toEqual([['endsAt', 'invalid_period']]))
})

describe('an amount', () => {
  it.each([
    ['12,50', 1250],
    ['12.5', 1250],
    ['0,07', 7],
    ['1000000', 100_000_000],
  ])('parses %s as %i qəpik', (typed, qepik) => expect(qepikOf(typed)).toBe(qepik))
  it.each(['', '1,234', '-1', '1e3', '1000001'])('refuses %s', (typed) => expect(qepikOf(typed)).toBeUndefined())
  it.each([
    [1250, '12,50'],
    [1200, '12'],
    [7, '0,07'],
  ])('formats %i qəpik as %s', (qepik, typed) => expect(typedAmount(qepik)).toBe(typed))
})

describe('the request', () => {
  it('leaves out fields that the kind does not have', () => {
    const typed = { ...VALID, atMost: '20', minimum: '30' }
    expect(toRequest(typed)).toEqual({
      code: 'BAHAR27',
      kind: 'percent',
      value: 15,
      atMost: 2000,
      minimum: 3000,
      isForReduced: true,
      categoryIds: [],
      storeIds: [],
    })
    expect(toRequest({ ...typed, kind: 'free_delivery' })).not.toHaveProperty('value')
    expect(toRequest({ ...typed, kind: 'fixed' })).not.toHaveProperty('atMost')
  })

  it('contains the version that was read, and unchanged times with their seconds', () => {
    expect(toRequest(v.parse(Schema, valuesOf(SAVED)), SAVED)).toEqual({
      code: 'BAHAR27',
      kind: 'fixed',
      value: 1250,
      minimum: 5000,
      isForReduced: false,
      categoryIds: [3],
      storeIds: [],
      startsAt: '2027-02-28T20:00:17Z',
      endsAt: '2027-03-31T20:00:00Z',
      totalLimit: 100,
      version: 4,
    })
    const moved = toRequest({ ...valuesOf(SAVED), startsAt: '2027-03-02T00:00' }, SAVED)
    expect(moved).toMatchObject({ startsAt: '2027-03-01T20:00:00.000Z', endsAt: SAVED.endsAt, version: 4 })
  })
})
