// A blogger earns when a link or list has led to an order.
import type { InfluencerEarnings } from '~shared/api/types'

const DAYS = 30
const LAST = Date.parse('2026-11-25T00:00:00Z')
const day = (ago: number) => new Date(LAST - ago * 24 * 3600_000).toISOString().slice(0, 10)
const figures = (clicks = 0, orders = 0, earned = 0, takenBack = 0) => ({ clicks, orders, earned, takenBack })

/** The last five days. Earlier days have no figures. */
const LATEST = [figures(12), figures(20, 1), figures(8, 1, 450), figures(), figures(0, 0, 0, 90)]

const fresh = (): { earnings: InfluencerEarnings; clicks: unknown[] } => ({
  clicks: [],
  earnings: {
    code: 'leyla-h',
    balance: 2150,
    pending: 360,
    earned: 2600,
    takenBack: 90,
    maturing: [{ amount: 360, at: '2026-12-08T20:00:00Z' }],
    days: DAYS,
    total: figures(40, 2, 450, 90),
    byDay: Array.from({ length: DAYS }, (_, index) => ({
      date: day(DAYS - 1 - index),
      figures: LATEST[index - (DAYS - LATEST.length)] ?? figures(),
    })),
    byList: [
      { listId: 4, name: 'Anama hədiyyələr', slug: 'anama-hediyyeler-b3kd9x', figures: figures(30, 1, 450, 90) },
      { figures: figures(10, 1) },
    ],
    byProduct: [
      { productId: 1, name: 'Qızılgül buketi', slug: 'qizilgul-buketi', imageUrl: '/media/a/640.webp', figures: figures(30, 2, 450, 90) },
      { productId: 404, figures: figures(2) },
    ],
    entries: [
      {
        kind: 'taken_back',
        amount: -90,
        balance: 2510,
        at: '2026-11-25T09:00:00Z',
        maturesAt: '2026-12-08T20:00:00Z',
        products: ['Qızılgül buketi'],
      },
      {
        kind: 'earned',
        amount: 450,
        balance: 2600,
        at: '2026-11-23T09:00:00Z',
        maturesAt: '2026-12-08T20:00:00Z',
        products: ['Qızılgül buketi'],
      },
      {
        kind: 'earned',
        amount: 2150,
        balance: 2150,
        at: '2026-09-01T09:00:00Z',
        maturesAt: '2026-09-16T20:00:00Z',
        products: ['Çay dəsti', 'Şokolad'],
      },
    ],
    rates: [
      { title: 'Bütün məhsullar', basisPoints: 300 },
      { title: 'Gül və buketlər', basisPoints: 550, endsAt: '2026-12-31T20:00:00Z' },
    ],
    returnDays: 14,
    windowDays: 30,
  },
})

export const earnings = fresh()
export const resetEarnings = () => Object.assign(earnings, fresh())
