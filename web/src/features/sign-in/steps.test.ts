import { expect, it } from 'vitest'
import { safeNext } from './steps'

it.each(['/', '/sebet', '/profil/bildirisler', '/kateqoriya/g%C3%BCl?sort=popular#x'])('goes to %s', (path) =>
  expect(safeNext(path)).toBe(path),
)

it.each([
  ['/ru', '/'],
  ['/en?utm=x', '/?utm=x'],
  ['/ru/sebet', '/sebet'],
  ['/russia', '/russia'],
])('leaves the language of %s to the router', (next, path) => expect(safeNext(next)).toBe(path))

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
])('stays here instead of %j', (next) => expect(safeNext(next)).toBe('/'))
