import { expect, it } from 'vitest'
import { basisPointsOf, typedPercent } from './values'

it('percentages become basis points and back, and other texts are undefined', () => {
  expect([basisPointsOf('1,5'), basisPointsOf('2.75'), basisPointsOf('30'), basisPointsOf('x'), basisPointsOf('')]).toEqual([
    150,
    275,
    3000,
    undefined,
    undefined,
  ])
  expect([typedPercent(150), typedPercent(3000)]).toEqual(['1,5', '30'])
})
