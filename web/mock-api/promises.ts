import type { Schemas } from '~shared/api/types'
import { TERMS } from './bonuses-state'
import { categoryPath } from './catalogue'

/** The delivery windows, in hours of the day. */
const WINDOWS = [{ starts: 10, ends: 12, surcharge: 0 }]

/** Amounts are in qəpik, rates in basis points (1/100 %). */
export const PROMISES: Schemas['ShopPromises'] = {
  tariffs: [
    { code: 'baku', title: 'Bakı', fee: 300, freeFrom: 5000, minimum: 0, leadDays: 0, cutOff: 18, prepareHours: 2, windows: WINDOWS },
    {
      code: 'far',
      title: 'Naxçıvan',
      fee: 1200,
      freeFrom: 15000,
      minimum: 2000,
      leadDays: 3,
      cutOff: 12,
      prepareHours: 0,
      windows: WINDOWS,
    },
  ],
  freeFromLowest: 5000,
  freeFromEverywhere: 15000,
  returnDays: 14,
  returnExceptions: [
    { title: 'Gül və buketlər', reason: 'perishable', categoryIds: (categoryPath('gul-ve-buketler') ?? []).map(({ id }) => id) },
  ],
  cancellableUntil: 'courier_appointed',
  bonus: TERMS,
  influencerRates: [{ title: 'Bütün məhsullar', basisPoints: 300 }],
  clickDays: 30,
  installmentMinimum: 5000,
  installmentMonths: [3, 6, 12, 18, 24],
  payMinutes: 20,
}
