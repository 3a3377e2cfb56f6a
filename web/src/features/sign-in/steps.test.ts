// Tests of the page after signing in, which must not be another site.

import { expect, it } from 'vitest'
import { safeNext } from './steps'

it.each(['/', '/sebet', '/profil/bildirisler', '/kateqoriya/g%C3%BCl?sort=popular#x'])('accepts %s', (path) =>
  expect(safeNext(path)).toBe(path),
)

it.each([
  ['/ru', '/'],
  ['/en?utm=x', '/?utm=x'],
  ['/ru/sebet', '/sebet'],
  ['/russia', '/russia'],
])('removes the language prefix of %s', (next, path) => expect(safeNext(next)).toBe(path))

it.each([
  null,
  '',
  'sebet',
  'https://example.com/',
  '//example.com/',
  '/\\example.com',
  '/\t/example.com',
  '/\n/example.com',
  '/.//example.com',
  '/ru//example.com',
  'javascript:alert(1)',
])('refuses %j', (next) => expect(safeNext(next)).toBe('/'))
