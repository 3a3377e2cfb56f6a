// Writes lists of the back office as CSV files that Excel and other spreadsheets open correctly.
import { shownTime } from '~admin/lib/baku-time'
import type { Locale } from '~shared/i18n/locale'

export type Cell = string | number | Date | undefined

/** A column of an exported list. */
export interface Column<Item> {
  label: string
  value: (item: Item) => Cell
}

/** The byte order mark tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}'

/** Matches texts that spreadsheets would run as a formula. An apostrophe in front prevents this. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[;,"\r\n]/

/** In Azerbaijani and Russian, spreadsheets expect a decimal comma, and therefore a semicolon between cells. */
const formatOf = (locale: Locale) => (locale === 'en' ? { separator: ',', point: '.' } : { separator: ';', point: ',' })

/** Converts an amount in qəpik (1/100 manat) to manat, as a number that spreadsheets can sum up. */
export const manat = (qepik: number): number => qepik / 100

export const time = (iso: string | undefined): Date | undefined => (iso ? new Date(iso) : undefined)

/** Returns a cell as text: times in Baku, numbers with the decimal point of the language, and texts quoted where necessary. */
function textOf(cell: Cell, point: string): string {
  if (cell === undefined) return ''
  if (cell instanceof Date) return shownTime(cell.toISOString()).replace('T', ' ')
  if (typeof cell === 'number') return (Number.isInteger(cell) ? String(cell) : cell.toFixed(2)).replace('.', point)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns the items as CSV (RFC 4180), with a line of labels. Texts are never taken for formulas. */
export function csvOf<Item>(locale: Locale, columns: Column<Item>[], items: Item[]): string {
  const { separator, point } = formatOf(locale)
  const lineOf = (cells: Cell[]) => `${cells.map((cell) => textOf(cell, point)).join(separator)}\r\n`
  const labels = columns.map(({ label }) => label)
  const rows = items.map((item) => columns.map(({ value }) => value(item)))
  return [BYTE_ORDER_MARK, ...[labels, ...rows].map(lineOf)].join('')
}
