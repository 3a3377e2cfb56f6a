import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { toRequest, Schema } from './rules'

const good = { name: 'Anam', relation: 'mother', birthDate: '1962-03-08', phoneNumber: '' } as const

const broken = (change: Partial<Record<keyof typeof good, string>>) => {
  const { issues = [] } = v.safeParse(Schema, { ...good, ...change })
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0].key, message]))
}

describe('a birthday', () => {
  it('requires a name, a relation and a date', () => expect(broken({})).toEqual({}))
  it('reports missing fields', () =>
    expect(broken({ name: '', relation: '', birthDate: '' })).toEqual({ name: 'required', relation: 'required', birthDate: 'required' }))
  it('must be an existing date', () => expect(broken({ birthDate: '2001-02-29' })).toEqual({ birthDate: 'invalid_date' }))
  it('must not be in the future', () => expect(broken({ birthDate: '2999-01-01' })).toEqual({ birthDate: 'invalid_date' }))
  it('accepts a phone number', () => {
    expect(broken({ phoneNumber: '050 123 45 67' })).toEqual({})
    expect(broken({ phoneNumber: 'x' })).toEqual({ phoneNumber: 'invalid_phone' })
  })
  it('is sent without empty fields', () => expect(toRequest(good)).toEqual({ name: 'Anam', relation: 'mother', birthDate: '1962-03-08' }))
})
