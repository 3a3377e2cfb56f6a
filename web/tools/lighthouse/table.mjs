import { COLUMNS } from './gates.mjs'

const FIRST_COLUMN_WIDTH = 16
/** Stands before a figure that misses its gate. */
const MISSED = '✗ '
const cellWidth = (column) => COLUMNS[column].length + MISSED.length
const line = (name, cells) =>
  [name.padEnd(FIRST_COLUMN_WIDTH), ...cells.map((cell, column) => cell.padStart(cellWidth(column)))].join('  ').trimEnd()

export const heading = line('', COLUMNS)

export const row = (name, figures) =>
  line(
    name,
    figures.map(({ text, isMet }) => (isMet ? text : MISSED + text)),
  )
