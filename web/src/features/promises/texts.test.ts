import { describe, expect, it } from 'vitest'
import promises from '../../../locales/az/promises.json'
import { translator } from '~shared/i18n/context'
import { exceptionOf, freeDelivery, returnRight } from './texts'

// The translator has only the tested texts, although its type requires all.
const t = translator('az', { promises } as unknown as Parameters<typeof translator>[1])
/** In a failed test, non-breaking spaces look like plain ones. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('free delivery', () => {
  it.each([
    [{}, 'Haqqı ünvandan asılıdır'],
    [{ freeFromLowest: 5000 }, 'Bəzi ünvanlara 50,00 ₼ həddindən pulsuz'],
    [{ freeFromLowest: 5000, freeFromEverywhere: 5000 }, '50,00 ₼ və daha çox sifarişlərdə pulsuz'],
    [{ freeFromLowest: 5000, freeFromEverywhere: 15000 }, 'Pulsuz: ünvandan asılı olaraq 50,00 ₼ – 150,00 ₼ həddindən'],
  ])('with %o', (thresholds, text) => {
    expect(plain(freeDelivery(t, thresholds))).toBe(text)
  })
})

describe('returns', () => {
  const flowers = { title: 'Gül və buketlər', reason: 'perishable' as const, categoryIds: [22] }

  it('name the exceptions', () => {
    expect(returnRight(t, { returnDays: 14, returnExceptions: [] })).toBe('Çatdırılandan sonra 14 gün ərzində')
    expect(returnRight(t, { returnDays: 14, returnExceptions: [flowers] })).toBe(
      'Çatdırılandan sonra 14 gün ərzində. İstisna: Gül və buketlər',
    )
  })

  it('have an exception for any category of the product', () => {
    expect(exceptionOf({ returnExceptions: [flowers] }, [1, 22])).toBe(flowers)
    expect(exceptionOf({ returnExceptions: [flowers] }, [1])).toBeUndefined()
  })
})
