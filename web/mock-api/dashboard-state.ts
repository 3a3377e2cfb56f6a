import { bakuDate } from '~shared/i18n/dates'
import type { Schemas } from '~shared/api/types'

type DaySales = Schemas['DaySales']

const DAY_MS = 24 * 3600_000

/** `share` is the part of the day that has passed. */
function sales(daysAgo: number, share = 1): DaySales {
  const time = Date.now() - daysAgo * DAY_MS
  const isWeekend = [0, 6].includes(new Date(time).getUTCDay())
  const orders = Math.round((18 + ((daysAgo * 7) % 11) + (isWeekend ? 9 : 0)) * share)
  const cancelled = Math.floor(orders / 12)
  const revenue = (orders - cancelled) * (4_850 + ((daysAgo * 137) % 900))
  return { day: bakuDate(time), orders, cancelled, revenue, averageOrder: Math.floor(revenue / Math.max(1, orders - cancelled)) }
}

/** The store that sold most is the first. */
const STORES = ['Gül evi', 'Şirin dünya', 'Xatirə', 'Texno hədiyyə', 'Saat mərkəzi']

/** The parts of today and of the same day last week that are compared. */
const TODAY = 0.6
const LAST_WEEK = 0.5
const DAYS = 30

const fresh = () => ({
  figures: {
    at: new Date().toISOString(),
    today: sales(0, TODAY),
    lastWeek: sales(7, LAST_WEEK),
    days: Array.from({ length: DAYS }, (_, index) => (index === DAYS - 1 ? sales(0, TODAY) : sales(DAYS - 1 - index))),
    stores: STORES.map((name, index) => ({
      storeId: index + 1,
      name,
      orders: 190 - index * 31,
      revenue: 912_450 - index * 164_300,
    })),
    lateCount: 2,
    late: [
      { code: 'SQ-7K4M-29', status: 'confirmed', deliverUntil: new Date(Date.now() - 5 * 3600_000).toISOString() },
      { code: 'SQ-9PDT-4A', status: 'on_the_way', deliverUntil: new Date(Date.now() - 2 * 3600_000).toISOString() },
    ],
  } as Schemas['DashboardFigures'],
  accounts: { today: 14, lastWeek: 9 },
})

export const dashboard = fresh()
export const resetDashboard = () => Object.assign(dashboard, fresh())
