import { expect, it } from 'vitest'
import { canonicalOf } from './document-head'

it.each([
  ['', '/endirimler'],
  ['?page=1', '/endirimler'],
  ['?page=3', '/endirimler?page=3'],
  ['?page=3&sort=price_asc', '/endirimler'],
  ['?sort=price_asc', '/endirimler'],
  ['?page=x', '/endirimler'],
  ['?utm_source=mail', '/endirimler'],
])('the canonical address of a query %j is %s', (search, canonical) => {
  expect(canonicalOf('/endirimler', search)).toBe(canonical)
})
