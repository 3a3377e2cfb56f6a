// Tests of the CSV files that lists of the back office export: quoting, protection against formulas, and the number format by language.
import { expect, it } from 'vitest'
import { type Cell, csvOf, manat, time } from './csv'

/** Returns a file with one row, whose columns are labelled `c0`, `c1`, … */
const csv = (cells: Cell[], locale: 'az' | 'en' = 'az') =>
  csvOf(
    locale,
    cells.map((cell, index) => ({ label: `c${index}`, value: () => cell })),
    [null],
  )
/** Returns the row without the line of labels. */
const line = (...parameters: Parameters<typeof csv>) => csv(...parameters).split('\r\n')[1]

it('a file begins with the byte order mark and the labels, and each line ends with CR LF', () => {
  expect(csv(['a', 'b'])).toBe('\u{feff}c0;c1\r\na;b\r\n')
})

it('a cell with a separator, a quote or a line break is quoted', () => {
  expect(line(['a;b', 'a,b', 'a"b', 'a\nb', 'a b'])).toBe('"a;b";"a,b";"a""b";"a\nb";a b')
})

it.each(['=1+1', '+994', '-1', '@a', '\ta', '\ra'])('%j is written as a text, not as a formula', (text) => {
  expect(line([text])?.replaceAll('"', '')).toBe(`'${text}`.replaceAll('"', ''))
})

it('numbers have the decimal separator of the language', () => {
  expect(line([-5, manat(1250), undefined])).toBe('-5;12,50;')
  expect(line([-5, manat(1250), 'a'], 'en')).toBe('-5,12.50,a')
})

it('times are written in Baku time', () => {
  expect(line([time('2026-12-03T20:00:00Z'), time(undefined), 'a'])).toBe('2026-12-04 00:00;;a')
})
