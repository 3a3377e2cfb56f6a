// The orders of the mock: SQ-7K4M-29 has goods of three stores, SQ-3HWD-81 waits for its payment, SQ-2F9T-63 is delivered and has a refused
// refund, SQ-M4CX-17 is cancelled.
import type { Order, OrderLine, OrderStatus, Refund, Schemas } from '~shared/api/types'
import { products, type RawProduct, stores } from './catalogue'
import { productOf } from './reviews-state'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const VAT_PERCENT = 18

interface OrdersState {
  all: Order[]
  /** Notes of staff, by the code of the order. */
  notes: Record<string, Schemas['OrderNote'][]>
  /** The ids of the last refund and of the last uploaded picture. */
  lastRefund: number
  lastPicture: number
  /** There is one watcher for each open stream. */
  watchers: Set<(order: Order) => void>
}

/** The generated type spells the server's value differently. */
const SELF = 'self' as string as Order['recipientType']

const NORMAL_PATH: OrderStatus[] = [
  'waiting',
  'confirmed',
  'searching_courier',
  'courier_appointed',
  'handed_to_courier',
  'on_the_way',
  'delivered',
]

const at = (time: number) => new Date(time).toISOString()

function line(raw: RawProduct, id: number, count: number): OrderLine {
  const { id: productId, name, slug, imageUrl } = productOf(raw)
  const unitPrice = raw.discounted ?? raw.price
  const storeId = stores('az').find((store) => store.slug === raw.store)?.id ?? 0
  return {
    id,
    productId,
    name,
    slug,
    imageUrl,
    storeId,
    count,
    unitPrice,
    lineTotal: unitPrice * count,
    promoDiscount: 0,
    bonusAmount: 0,
    refundedCount: 0,
  }
}

function amounts(lines: OrderLine[], deliveryFee: number): Order['amounts'] {
  const paid = lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  const subtotal = lines.reduce((sum, { productId, count }) => sum + (products.find(({ id }) => id === productId)?.price ?? 0) * count, 0)
  const total = paid + deliveryFee
  const vat = Math.round((total * VAT_PERCENT) / (100 + VAT_PERCENT))
  return { subtotal, discount: subtotal - paid, promoDiscount: 0, deliveryFee, bonusAmount: 0, bonusReturned: 0, total, vat, refunded: 0 }
}

export const storeParts = (lines: OrderLine[], status: OrderStatus): Order['stores'] =>
  [...new Set(lines.map(({ storeId }) => storeId))].map((storeId) => {
    const storeLines = lines.filter((line) => line.storeId === storeId)
    const { name = '', slug = '' } = stores('az').find(({ id }) => id === storeId) ?? {}
    return {
      storeId,
      name,
      slug,
      status,
      lineIds: storeLines.map(({ id }) => id),
      total: storeLines.reduce((sum, { lineTotal }) => sum + lineTotal, 0),
    }
  })

export const returnableCount = (refunds: Refund[], { id, count, refundedCount }: OrderLine): number => {
  const requestedLines = refunds.flatMap(({ status, lines }) => (status === 'refused' ? [] : lines)).filter(({ lineId }) => lineId === id)
  return (
    count -
    Math.max(
      refundedCount,
      requestedLines.reduce((sum, line) => sum + line.count, 0),
    )
  )
}

/** Sets what the shopper may do with the order. */
function withPermissions(order: Order): Order {
  const { status, paymentStatus, paymentMethod, refunds } = order
  const isOpen = status === 'waiting' && paymentMethod !== 'cash'
  return {
    ...order,
    canCancel: ['waiting', 'confirmed', 'searching_courier'].includes(status),
    canPay: isOpen && ['unpaid', 'pending', 'failed'].includes(paymentStatus),
    canRefund: status === 'delivered' && paymentStatus !== 'refunded' && order.lines.some((line) => returnableCount(refunds, line) > 0),
  }
}

interface OrderTemplate {
  code: string
  daysAgo: number
  status: OrderStatus
  /** Indexes of products in the demo's data, with the number of units. */
  picks: [product: number, count: number][]
  overrides?: Partial<Order>
}

/** In qəpik. */
const DELIVERY_FEE = 500

/** The status changed every 15 minutes. */
function orderFrom({ code, daysAgo, status, picks, overrides = {} }: OrderTemplate): Order {
  const placed = Date.now() - daysAgo * DAY_MS - 2 * HOUR_MS
  const lines = picks.map(([product, count], index) => line(products[product] ?? ({} as RawProduct), index + 1, count))
  const passed = NORMAL_PATH.slice(0, status === 'cancelled' ? 1 : NORMAL_PATH.indexOf(status) + 1)
  const statuses = status === 'cancelled' ? [...passed, status] : passed
  return withPermissions({
    code,
    createdAt: at(placed),
    status,
    statusHistory: statuses.map((status, index) => ({
      status,
      at: at(placed + index * 15 * 60_000),
      actor: index === 0 ? 'shopper' : '12',
    })),
    paymentStatus: 'paid',
    paymentMethod: 'card',
    lines,
    amounts: amounts(lines, DELIVERY_FEE),
    recipientType: SELF,
    recipient: { firstName: 'Aysel', lastName: 'Məmmədova', phoneNumber: '+994501234567' },
    address: {
      city: 'Bakı',
      district: 'Nəsimi',
      street: 'Nizami küçəsi',
      building: '10A',
      floor: '3',
      apartment: '12',
      station: 'Sahil',
      postcode: '1010',
      phoneNumber: '+994551112233',
    },
    delivery: { from: at(placed + 3 * HOUR_MS), until: at(placed + 5 * HOUR_MS) },
    stores: storeParts(lines, status),
    refunds: [],
    ...(status === 'delivered' && { returnUntil: at(placed + 15 * DAY_MS) }),
    canCancel: false,
    canPay: false,
    canRefund: false,
    ...overrides,
  })
}

const refusedRefund: Refund = {
  id: 1,
  orderCode: 'SQ-2F9T-63',
  status: 'refused',
  reason: 'Rəngi şəkildəki kimi deyil.',
  lines: [{ lineId: 2, count: 1 }],
  amount: 1900,
  bonusAmount: 0,
  createdAt: at(Date.now() - 3 * DAY_MS),
  decidedAt: at(Date.now() - 2 * DAY_MS),
  answer: 'Şəkillərə baxdıq: rəng təsvirdəki kimidir.',
  way: 'card',
  ground: 'changed_mind',
  pictures: [],
  needsTwoPeople: false,
}

const fresh = (): OrdersState => ({
  notes: {},
  lastRefund: 1,
  lastPicture: 0,
  watchers: new Set(),
  all: [
    orderFrom({
      code: 'SQ-7K4M-29',
      daysAgo: 0,
      status: 'courier_appointed',
      picks: [
        [0, 1],
        [25, 2],
        [74, 1],
      ],
      overrides: {
        recipientType: 'other',
        recipient: { firstName: 'Nigar', lastName: 'Əliyeva', phoneNumber: '+994551112233' },
        note: 'Zəng etməyin, sürprizdir.',
        cardText: 'Əziz Nigar, ad günün mübarək!\nSəni çox istəyirik.',
      },
    }),
    orderFrom({
      code: 'SQ-3HWD-81',
      daysAgo: 1,
      status: 'waiting',
      picks: [[90, 1]],
      overrides: { paymentStatus: 'failed', payUntil: at(Date.now() + 14 * 60_000) },
    }),
    orderFrom({
      code: 'SQ-2F9T-63',
      daysAgo: 6,
      status: 'delivered',
      picks: [
        [2, 3],
        // Product 93 no longer exists.
        [93, 1],
      ],
      overrides: { refunds: [refusedRefund] },
    }),
    orderFrom({ code: 'SQ-M4CX-17', daysAgo: 8, status: 'cancelled', picks: [[3, 1]], overrides: { paymentStatus: 'refunded' } }),
    ...Array.from({ length: 10 }, (_, index) =>
      orderFrom({
        code: `SQ-9R${String.fromCodePoint(65 + index)}N-${10 + index}`,
        daysAgo: 20 + index * 9,
        status: 'delivered',
        picks: [[index + 1, 1 + (index % 3)]],
        overrides: { paymentMethod: 'cash' },
      }),
    ),
  ],
})

export const orders: OrdersState = fresh()
export const resetOrders = () => Object.assign(orders, fresh())

export const orderOf = (code: unknown) => orders.all.find((order) => order.code === code)

/** Changes the order, and sends it to its streams. */
export function changeOrder(code: string, change: (order: Order) => Partial<Order>): Order {
  orders.all = orders.all.map((order) => (order.code === code ? withPermissions({ ...order, ...change(order) }) : order))
  const changed = orderOf(code)
  if (!changed) throw new Error(`no order ${code}`)
  for (const watch of orders.watchers) watch(changed)
  return changed
}

/** Adds a refund of one unit, which waits for an operator. */
export function requestRefund(code: string) {
  const [line] = orderOf(code)?.lines ?? []
  const refund: Refund = {
    id: 9,
    orderCode: code,
    status: 'requested',
    reason: 'Biri sınıb',
    ground: 'faulty',
    lines: [{ lineId: line?.id ?? 0, count: 1 }],
    amount: line?.unitPrice ?? 0,
    bonusAmount: 0,
    createdAt: '2026-11-20T10:00:00Z',
    pictures: ['/media/broken1/640.webp'],
    way: 'card',
    needsTwoPeople: false,
  }
  changeOrder(code, () => ({ refunds: [refund] }))
}

interface Move {
  actor: string
  storeId?: number | undefined
  reason?: string | undefined
}

/** Moves the order and its parts, or only the part of `storeId`. */
export const moveOrder = (code: string, status: OrderStatus, { actor, storeId, reason }: Move) =>
  changeOrder(code, (order) => {
    const parts = order.stores.map((part) => (storeId === undefined || part.storeId === storeId ? { ...part, status } : part))
    // The status of an order is that of its part with the most steps ahead.
    const slowest = NORMAL_PATH.find((candidate) => parts.some((part) => part.status === candidate)) ?? status
    const change = { status, at: at(Date.now()), actor, ...(reason && { reason }) }
    return {
      stores: parts,
      status: slowest,
      statusHistory: [
        ...order.statusHistory,
        ...(storeId === undefined ? [] : [{ ...change, storeId }]),
        ...(slowest === order.status ? [] : [{ ...change, status: slowest }]),
      ],
    }
  })
