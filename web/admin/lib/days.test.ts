import { expect, it } from 'vitest'
import { addDays, dayEnd, dayStart, isDay } from './days'

it('a day begins at midnight in Baku', () => {
  expect(dayStart('2026-12-03')).toBe('2026-12-02T20:00:00.000Z')
  expect(dayEnd('2026-12-31')).toBe('2026-12-31T20:00:00.000Z')
  expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29'])
})

it.each(['', '2026-02-31', '2026-13-01', '0202-01-01', '03.12.2026', '2026-12-03T00:00'])('“%s” is not accepted as a day', (text) => {
  expect(isDay(text)).toBe(false)
})

it('existing days are accepted', () => {
  for (const day of ['2026-12-03', '2028-02-29']) expect(isDay(day)).toBe(true)
})
