import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { addLine, toRequest, isCount, isTaxNumber, RequestSchema, type RequestValues } from './rules'

const request = (overrides: Partial<RequestValues> = {}): RequestValues => ({
  companyName: '',
  voen: '',
  name: 'Aygün',
  phoneNumber: '0501234567',
  email: '',
  lines: [],
  text: 'Yüz buket',
  wishedDate: '',
  note: '',
  ...overrides,
})

/** Returns the error code of each invalid field. */
const errorsOf = (values: RequestValues) => {
  const { issues = [] } = v.safeParse(RequestSchema, values)
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]))
}

describe('a request', () => {
  it('is valid with a text only', () => expect(errorsOf(request())).toEqual({}))

  it('requires lines or a text', () => expect(errorsOf(request({ text: ' ' }))).toEqual({ lines: 'required' }))

  it('requires a company and a VÖEN together', () => {
    expect(errorsOf(request({ companyName: 'Xəzər' }))).toEqual({ voen: 'required' })
    expect(errorsOf(request({ voen: '1234567890' }))).toEqual({ companyName: 'required' })
    expect(errorsOf(request({ companyName: 'Xəzər', voen: '12345678901' }))).toEqual({ voen: 'invalid_tax_number' })
  })

  it('accepts counts from 1 to 99,999', () => {
    expect(['1', '99999', '0', '-1', '100000', '1.5', ''].filter(isCount)).toEqual(['1', '99999'])
    expect(errorsOf(request({ lines: [{ productId: 1, name: 'a', count: '0' }] }))).toEqual({ lines: 'out_of_range' })
  })

  it('has each product once', () => {
    const lines = addLine([], { productId: 7, name: 'Konfet', count: '20' })
    expect(addLine(lines, { productId: 7, name: 'Konfet', count: '' })).toBe(lines)
  })

  it('is sent without empty fields', () => {
    const lines = addLine([], { productId: 7, name: 'Konfet', count: '20' })
    expect(toRequest(request({ companyName: 'Xəzər', voen: '123 456 7890', lines, text: '' }))).toEqual({
      companyName: 'Xəzər',
      voen: '1234567890',
      name: 'Aygün',
      phoneNumber: '0501234567',
      lines: [{ productId: 7, count: 20 }],
    })
  })
})

it('a VÖEN has ten digits', () => {
  expect(['1234567890', '123 456 7890', '123456789', '12345678901', '123456789a'].filter(isTaxNumber)).toEqual([
    '1234567890',
    '123 456 7890',
  ])
})
