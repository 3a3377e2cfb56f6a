import { describe, expect, it } from 'vitest'
import promises from '../../../locales/az/promises.json'
import { translator } from '~shared/i18n/context'
import { feeText, leftText, windowText } from './earliest'

// The translator has only the tested texts, although its type requires all.
const t = translator('az', { promises } as unknown as Parameters<typeof translator>[1])
/** In a failed test, non-breaking spaces look like plain ones. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

const slot = {
  id: 'baku-2026-11-20-16',
  from: '2026-11-20T12:00:00Z',
  until: '2026-11-20T14:00:00Z',
  fee: 300,
  surcharge: 0,
  isFull: false,
}
const response = { at: '2026-11-20T09:00:00Z', slot, freeFrom: 5000, minimum: 0 }

describe('the window', () => {
  it('names today and tomorrow', () => {
    expect(windowText('az', slot, response.at)).toBe('bu gün 16:00–18:00')
    expect(windowText('ru', slot, '2026-11-19T19:59:00Z')).toBe('завтра 16:00–18:00')
    // 20:01 UTC is already the next day in Baku.
    expect(windowText('en', slot, '2026-11-19T20:01:00Z')).toBe('today 16:00–18:00')
  })
})

describe('the time that is left', () => {
  it.each([
    [0, null],
    [1, '1 dəq'],
    [59, '59 dəq'],
    [60, '1 saat'],
    [80, '1 saat 20 dəq'],
    [24 * 60 - 1, '23 saat 59 dəq'],
    [24 * 60, null],
  ])('of %d minutes is formatted as %s', (minutes, text) => expect(leftText(t, minutes)).toBe(text))
})

describe('the delivery cost', () => {
  it.each([
    [{}, 1000, 'Çatdırılma 3,00 ₼, 50,00 ₼ həddindən pulsuz'],
    [{}, 5000, 'Çatdırılma pulsuzdur'],
    [{ slot: { ...slot, fee: 400, surcharge: 100 } }, 1000, 'Çatdırılma 4,00 ₼, 50,00 ₼ həddindən pulsuz'],
    [{ slot: { ...slot, fee: 400, surcharge: 100 } }, 5000, 'Bu vaxt üçün əlavə 1,00 ₼'],
    [{ freeFrom: undefined }, 9000, 'Çatdırılma 3,00 ₼'],
    [{ slot: { ...slot, fee: 0 } }, 100, 'Çatdırılma pulsuzdur'],
    [{ minimum: 2000 }, 1999, 'Bu yerə ən azı 20,00 ₼ dəyərində məhsul çatdırılır'],
    [{ slot: undefined }, 1000, null],
  ])('with %o for goods of %d', (change, goods, text) => {
    const { freeFrom, slot, ...unchanged } = { ...response, ...change }
    const delivery = { ...unchanged, ...(freeFrom !== undefined && { freeFrom }), ...(slot && { slot }) }
    expect(plain(feeText(t, delivery, goods))).toBe(text)
  })
})
