import { expect, it } from 'vitest'
import { partsOf } from './sections'

/** What was not typed, between brackets. */
const marked = (label: string, typed: string) =>
  partsOf(label, typed)
    .map(({ text, isTyped }) => (isTyped ? text : `[${text}]`))
    .join('')

it.each([
  ['buketlər', 'buk', 'buk[etlər]'],
  ['Qızılgül buketi', 'qizilgul b', 'Qızılgül[ ]b[uketi]'],
  ['HƏDİYYƏ qutusu', 'hediyye', 'HƏDİYYƏ[ qutusu]'],
  ['подарок маме', 'мам', '[подарок ]мам[е]'],
  ['мёд липовый', 'мед', 'мёд[ липовый]'],
  ['ad günü', 'tort', '[ad günü]'],
  ['Şirin ev', '  şi  ', 'Şi[rin ev]'],
  ['qara şokolad', 'okolad', '[qara şokolad]'],
  ['😀 smile', 'sm', '[😀 ]sm[ile]'],
  ['a.b', 'b', '[a.]b'],
  ['', 'x', ''],
])('%s after typing %s is %s', (label, typed, expected) => expect(marked(label, typed)).toBe(expected))
