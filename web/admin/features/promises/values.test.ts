import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { basisPointsOf, tariffOf, TariffSchema, typedPercent, valuesOf } from './values'

const TARIFF = {
  code: 'baku',
  title: { az: 'Bakı', ru: 'Баку', en: 'Baku' },
  fee: 350,
  freeFrom: 5000,
  minimum: 0,
  leadDays: 0,
  cutOff: 18,
  prepareHours: 2,
}

describe('a tariff', () => {
  it('converts from manats and back without a change', () => {
    expect(valuesOf(TARIFF)).toEqual({ fee: '3,50', freeFrom: '50', minimum: '0', leadDays: '0', cutOff: '18', prepareHours: '2' })
    expect(tariffOf(TARIFF, valuesOf(TARIFF))).toEqual(TARIFF)
  })

  it('without a threshold is never free', () => {
    expect(tariffOf(TARIFF, { ...valuesOf(TARIFF), freeFrom: '' })).not.toHaveProperty('freeFrom')
  })

  it.each([
    [{ fee: '' }, 'required'],
    [{ fee: 'x' }, 'out_of_range'],
    [{ cutOff: '25' }, 'out_of_range'],
    [{ leadDays: '11' }, 'out_of_range'],
    [{ freeFrom: '-1' }, 'out_of_range'],
  ])('refuses %o', (wrong, code) => {
    expect(safeParse(TariffSchema, { ...valuesOf(TARIFF), ...wrong }).issues?.map(({ message }) => message)).toEqual([code])
  })
})

it('rates are typed in percent', () => {
  expect([basisPointsOf('1,5'), basisPointsOf('2.75'), basisPointsOf('30'), basisPointsOf('x'), basisPointsOf('')]).toEqual([
    150,
    275,
    3000,
    undefined,
    undefined,
  ])
  expect([typedPercent(150), typedPercent(3000)]).toEqual(['1,5', '30'])
})
