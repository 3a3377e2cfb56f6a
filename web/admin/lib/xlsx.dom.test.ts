// Tests of the Excel files that lists of the back office export. The files are unpacked, and their XML is read.
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type Cell, manat, time } from './csv'
import { xlsxOf } from './xlsx'

async function sheetOf(cells: Cell[]) {
  const columns = cells.map((cell, index) => ({ label: `c${index}`, value: () => cell }))
  const file = await xlsxOf(columns, [null])
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()))
  const read = (path: string) => new DOMParser().parseFromString(strFromU8(parts[path] ?? new Uint8Array()), 'text/xml')
  const texts = [...read('xl/sharedStrings.xml').querySelectorAll('si')].map((text) => text.textContent)
  const sheet = read('xl/worksheets/sheet1.xml')
  const formats = [...read('xl/styles.xml').querySelectorAll('cellXfs > xf')].map((style) => style.getAttribute('numFmtId'))
  const codes = new Map(
    [...read('xl/styles.xml').querySelectorAll('numFmt')].map((n) => [n.getAttribute('numFmtId'), n.getAttribute('formatCode')]),
  )
  const rows = [...sheet.querySelectorAll('row')].map((row) =>
    [...row.querySelectorAll('c')].map((cell) => {
      const value = cell.textContent
      const format = codes.get(formats[Number(cell.getAttribute('s') ?? 0)] ?? null)
      return { value: cell.getAttribute('t') === 's' ? texts[Number(value)] : Number(value), ...(format && { format }) }
    }),
  )
  return { rows, sheet }
}

/** Days from Excel's epoch to that of Unix. */
const UNIX_EPOCH = 25_569

it('has a row of labels that stays visible', async () => {
  const { rows, sheet } = await sheetOf(['a', 'b'])
  expect(rows[0]?.map(({ value }) => value)).toEqual(['c0', 'c1'])
  expect(sheet.querySelector('pane')?.getAttribute('ySplit')).toBe('1')
})

it('writes amounts as numbers with two decimals, and counts as they are', async () => {
  const { rows } = await sheetOf([manat(1250), -5, 7])
  expect(rows[1]).toEqual([{ value: 12.5, format: '#,##0.00' }, { value: -5 }, { value: 7 }])
})

it('writes times as dates in Baku', async () => {
  const { rows } = await sheetOf([time('2026-12-03T20:00:00Z')])
  expect(rows[1]).toEqual([{ value: Date.UTC(2026, 11, 4) / 86_400_000 + UNIX_EPOCH, format: 'yyyy-mm-dd hh:mm' }])
})

it.each(['=1+1', '+994501234567', '@a', '<b>&"', 'əğıöüçş', ' a\nb'])('writes %j as a text', async (text) => {
  const { rows, sheet } = await sheetOf([text])
  expect(rows[1]).toEqual([{ value: text }])
  expect(sheet.querySelector('f')).toBeNull()
})

it('leaves empty cells out, removes characters that XML forbids, and cuts texts that are too long for Excel', async () => {
  const { rows } = await sheetOf([undefined, '', 'a\u0000b', 'x'.repeat(40_000)])
  expect(rows[1]?.map(({ value }) => value)).toEqual(['ab', 'x'.repeat(32_767)])
})
