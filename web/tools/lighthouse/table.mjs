// Formats the results of Lighthouse as a table. `judge.mjs` prints a line as soon as a page is judged.
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
