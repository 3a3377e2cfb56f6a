import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { toRequest, Schema } from './rules'

const validForm = { name: 'Anam', relation: 'mother', birthDate: '1962-03-08', phoneNumber: '' } as const

const errorsOf = (change: Partial<Record<keyof typeof validForm, string>>) => {
  const { issues = [] } = v.safeParse(Schema, { ...validForm, ...change })
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0].key, message]))
}

describe('a birthday', () => {
  it('is valid with a name, a relation and a date', () => expect(errorsOf({})).toEqual({}))
  it('reports missing fields', () =>
    expect(errorsOf({ name: '', relation: '', birthDate: '' })).toEqual({ name: 'required', relation: 'required', birthDate: 'required' }))
  it('must be an existing date', () => expect(errorsOf({ birthDate: '2001-02-29' })).toEqual({ birthDate: 'invalid_date' }))
  it('must not be in the future', () => expect(errorsOf({ birthDate: '2999-01-01' })).toEqual({ birthDate: 'invalid_date' }))
  it('accepts a phone number', () => {
    expect(errorsOf({ phoneNumber: '050 123 45 67' })).toEqual({})
    expect(errorsOf({ phoneNumber: 'x' })).toEqual({ phoneNumber: 'invalid_phone' })
  })
  it('is sent without empty fields', () =>
    expect(toRequest(validForm)).toEqual({ name: 'Anam', relation: 'mother', birthDate: '1962-03-08' }))
})
