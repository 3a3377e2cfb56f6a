import { describe, expect, it } from 'vitest'
import { hoursOf, isValidDay, weekOf } from './seller'

/** The hours of a group of days, from Monday (1) to Sunday (7). */
const line = (fromDay: number, untilDay: number, opens = '09:00', closes = '21:00') => ({ fromDay, untilDay, opens, closes })

describe('the hours of a week', () => {
  it.each([
    ['never open', []],
    ['always the same', [line(1, 7)]],
    ['shorter on Sundays', [line(1, 6), line(7, 7, '10:00', '18:00')]],
    ['closed in the middle', [line(1, 2), line(4, 7)]],
  ])('survive the conversion to a week and back: %s', (_what, hours) => {
    expect(hoursOf(weekOf(hours))).toEqual(hours)
  })

  it('are grouped for consecutive equal days', () => {
    expect(hoursOf(weekOf([line(1, 1), line(2, 3)]))).toEqual([line(1, 3)])
  })

  it('must close after they open', () => {
    expect(
      [
        { opens: '', closes: '' },
        { opens: '09:00', closes: '21:00' },
        { opens: '21:00', closes: '09:00' },
        { opens: '09:00', closes: '09:00' },
        { opens: '', closes: '21:00' },
        { opens: '09:00', closes: '' },
      ].map(isValidDay),
    ).toEqual([true, true, false, false, false, false])
  })
})
