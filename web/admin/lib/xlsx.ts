// Writes lists of the back office as Excel files.
import { shownTime } from '~admin/lib/baku-time'
import type { Cell, Column } from '~admin/lib/csv'

const MIN_WIDTH = 10
const MAX_WIDTH = 60
/** More characters in a cell make Excel refuse the file. */
const MAX_CHARACTERS = 32_767

const AMOUNT = '#,##0.00'
const TIME = 'yyyy-mm-dd hh:mm'

/** Excel has no time zones, so the time in Baku is written as if it were UTC. */
const inBaku = (time: Date) => new Date(`${shownTime(time.toISOString())}:00Z`)

function cellOf(cell: Cell) {
  if (cell === undefined || cell === '') return null
  if (cell instanceof Date) return { type: Date, value: inBaku(cell), format: TIME }
  if (typeof cell === 'number') return { type: Number, value: cell, ...(!Number.isInteger(cell) && { format: AMOUNT }) }
  return { type: String, value: cell.slice(0, MAX_CHARACTERS) }
}

/** Returns a sheet with the items. The labels stay visible when the sheet is scrolled. */
export async function xlsxOf<Item>(columns: Column<Item>[], items: Item[]): Promise<Blob> {
  // The other builds compress in a worker made of a `blob:` address, which the Content-Security-Policy forbids.
  const { default: writeXlsx } = await import('write-excel-file/universal')
  const labels = columns.map(({ label }) => ({ type: String, value: label, fontWeight: 'bold' as const }))
  const rows = items.map((item) => columns.map(({ value }) => value(item)))
  const widths = columns.map(({ label }, index) => {
    const lengths = rows.map((row) => (row[index] instanceof Date ? TIME.length : String(row[index] ?? '').length))
    const longest = lengths.reduce((max, length) => Math.max(max, length), label.length)
    return { width: Math.min(Math.max(longest + 2, MIN_WIDTH), MAX_WIDTH) }
  })
  return writeXlsx([labels, ...rows.map((row) => row.map(cellOf))], { columns: widths, stickyRowsCount: 1 }).toBlob()
}
