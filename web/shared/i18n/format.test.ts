import { afterEach, describe, expect, it } from 'vitest'
import { ago, date, dayAndMonth, dayAndTime, timeOfDay, bakuDate, timeWindow } from './dates'
import { money, number, setNumberLocale } from './format'
import { inLocale, localeOf } from './locale'
import az from './messages/az'
import ru from './messages/ru'
import personal from './personal/ru'
import { plural, translator } from './context'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('money', () => {
  it.each([
    [0, '0,00 ₼'],
    [5, '0,05 ₼'],
    [1990, '19,90 ₼'],
    [123450, '1 234,50 ₼'],
    [123456789, '1 234 567,89 ₼'],
    [-500, '−5,00 ₼'],
  ])('%d', (qepik, text) => expect(plain(money(qepik))).toBe(text))
  it('formats fractions with a comma', () => expect(number(4.8)).toBe('4,8'))
})

describe('numbers in English', () => {
  afterEach(() => setNumberLocale('az'))
  it('have a decimal point and commas between thousands', () => {
    setNumberLocale('en')
    expect([number(4.8), number(3073), plain(money(11_900)), plain(money(-123_456_789))]).toEqual([
      '4.8',
      '3,073',
      '119.00 ₼',
      '−1,234,567.89 ₼',
    ])
  })
})

describe('dates', () => {
  // 01:00 in Baku is still the day before in UTC.
  it('are in Baku time', () => expect(date('az', '2026-11-19T21:00:00Z')).toBe('20 noyabr 2026'))
  it('use the language', () => expect(date('ru', '2026-03-08T10:00:00+04:00')).toBe('8 марта 2026'))

  it('begin four hours before UTC', () => expect(bakuDate(Date.parse('2026-11-19T21:00:00Z'))).toBe('2026-11-20'))
  it('have a form without a year', () => expect(dayAndMonth('ru', '2026-03-08')).toEqual(['8', 'марта']))

  const at = '2026-11-20T12:00:00Z'
  const after = (minutes: number) => Date.parse(at) + minutes * 60_000
  it.each([
    ['az', 0.5, 'indicə'],
    ['az', 5, '5 dəqiqə əvvəl'],
    ['ru', 22, '22 минуты назад'],
    ['ru', 5 * 60, '5 часов назад'],
    ['en', 24 * 60, '1 day ago'],
    ['az', 8 * 24 * 60, '20 noyabr 2026'],
  ] as const)('%s after %d minutes', (locale, minutes, text) => expect(ago(locale, at, after(minutes))).toBe(text))
})

describe('plural', () => {
  it.each([
    [1, 'one'],
    [3, 'few'],
    [5, 'many'],
    [11, 'many'],
    [12, 'many'],
    [21, 'one'],
    [104, 'few'],
    [111, 'many'],
  ] as const)('of %d in ru is %s', (n, form) => expect(plural('ru', n)).toBe(form))
  it('has two forms in az and en', () => expect([plural('az', 1), plural('en', 2)]).toEqual(['one', 'other']))
})

describe('translator', () => {
  it('inserts values', () => expect(translator('az', az)('catalog.addOf', { name: 'M' })).toBe('Səbətə at: M'))
  it('chooses the plural form', () => expect(translator('ru', ru)('catalog.found', { count: 22, n: '22' })).toBe('22 товара'))
  it.each([
    [1, 'Через 1 день'],
    [2, 'Через 2 дня'],
    [11, 'Через 11 дней'],
  ])('formats the days until a birthday in ru: %d', (count, text) =>
    expect(translator('ru', { ...ru, ...personal })('account.birthdays.in', { count })).toBe(text),
  )
  it('has one form in az', () => expect(translator('az', az)('catalog.products', { count: 1 })).toBe('1 məhsul'))
})

describe('locale', () => {
  it.each([
    ['/', 'az'],
    ['/ru', 'ru'],
    ['/en/sebet', 'en'],
    ['/rubin', 'az'],
  ] as const)('of the path %s is %s', (path, locale) => expect(localeOf(path)).toBe(locale))
  it('keeps the page when the language changes', () =>
    expect([inLocale('ru', '/sebet'), inLocale('az', '/sebet'), inLocale('en', '/')]).toEqual(['/ru/sebet', '/sebet', '/en']))
})

const NOON = Date.parse('2026-11-20T12:00:00+04:00')

describe('times', () => {
  it('are in Baku time', () => expect(timeOfDay('2026-11-20T21:05:00Z')).toBe('01:05'))

  it.each([
    ['az', '2026-11-20T20:30:00+04:00', 'bu gün, 20:30'],
    ['ru', '2026-11-19T23:59:00+04:00', 'вчера, 23:59'],
    ['en', '2026-11-21T00:00:00+04:00', 'tomorrow, 00:00'],
    ['az', '2026-11-24T09:00:00+04:00', '24 noyabr 2026, 09:00'],
  ] as const)('%s %s', (locale, iso, text) => expect(dayAndTime(locale, iso, NOON)).toBe(text))

  it('show the date without a clock', () => expect(dayAndTime('en', '2026-11-20T10:00:00Z', null)).toBe('20 November 2026, 14:00'))

  it('of a delivery are a range', () =>
    expect(timeWindow('az', { from: '2026-11-21T14:00:00+04:00', until: '2026-11-21T16:00:00+04:00' }, NOON)).toBe('sabah, 14:00–16:00'))
})
