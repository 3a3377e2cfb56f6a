import { COLUMNS } from './gates.mjs'

const FIRST_COLUMN_WIDTH = 16
const line = (name, cells) =>
  [name.padEnd(FIRST_COLUMN_WIDTH), ...cells.map((cell, index) => cell.padStart(COLUMNS[index].length + 2))].join('  ').trimEnd()

export const heading = line('', COLUMNS)

export const row = (name, figures) =>
  line(
    name,
    figures.map(({ text, isMet }) => (isMet ? text : `✗ ${text}`)),
  )
