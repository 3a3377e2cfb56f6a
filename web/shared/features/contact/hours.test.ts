import { expect, it } from 'vitest'
import { daysText } from './hours'

const hours = { fromDay: 1, untilDay: 5, opens: '09:00', closes: '18:00' }

it.each([
  ['az', 'Bazar ertəsi – cümə'],
  ['ru', 'Понедельник – пятница'],
  ['en', 'Monday – Friday'],
] as const)('names the days in %s', (locale, text) => {
  expect(daysText(locale, hours)).toBe(text)
})

it('names a single day once', () => {
  expect(daysText('az', { ...hours, fromDay: 7, untilDay: 7 })).toBe('Bazar')
})
