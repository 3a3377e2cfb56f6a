import { expect, it } from 'vitest'
import { type Cell, csvOf, manat, time } from './csv'

const csv = (cells: Cell[], locale: 'az' | 'en' = 'az') =>
  csvOf(
    locale,
    cells.map((cell, index) => ({ label: `c${index}`, value: () => cell })),
    [null],
  )
const line = (...parameters: Parameters<typeof csv>) => csv(...parameters).split('\r\n')[1]

it('begins with the byte order mark and the labels, and each line ends with CR LF', () => {
  expect(csv(['a', 'b'])).toBe('\u{feff}c0;c1\r\na;b\r\n')
})

it('quotes what would break a line or a cell', () => {
  expect(line(['a;b', 'a,b', 'a"b', 'a\nb', 'a b'])).toBe('"a;b";"a,b";"a""b";"a\nb";a b')
})

it.each(['=1+1', '+994', '-1', '@a', '\ta', '\ra'])('%j is a text and never a formula', (text) => {
  expect(line([text])?.replaceAll('"', '')).toBe(`'${text}`.replaceAll('"', ''))
})

it('numbers are numbers, in the format of the language', () => {
  expect(line([-5, manat(1250), undefined])).toBe('-5;12,50;')
  expect(line([-5, manat(1250), 'a'], 'en')).toBe('-5,12.50,a')
})

it('times are those of Baku', () => {
  expect(time('2026-12-03T20:00:00Z')).toBe('2026-12-04 00:00')
  expect(time(undefined)).toBe('')
})
