import { http, HttpResponse } from 'msw'
import type { Order, OrderStatus, Refund, RefundGround, RefundLine } from '~shared/api/types'
import type { Wish } from '~/features/orders/mutations'
import { amountOf, bonusesOf, everything, linesOf } from '~/features/orders/rules'
import { products } from '../catalogue'
import { changeOrder, moveOrder, orderOf, orders } from '../orders-state'
import { state } from '../state'
import { BASE, ok, paged, problem, refuse } from './answer'

const PER_PAGE = 10
const OPERATOR = '12'

interface Asked {
  request: Request
  params: Record<string, string | readonly string[] | undefined>
}

/** An answer about one order, from the body of the request. */
const about =
  <B>(answer: (order: Order, body: B) => Response) =>
  async ({ request, params }: Asked) => {
    const order = orderOf(params.code)
    const refusal = refuse(request) ?? (order ? undefined : problem(404, 'order_not_found', 'Belə bir sifariş yoxdur.'))
    return refusal ?? answer(order as Order, (await request.json().catch(() => ({}))) as B)
  }

const now = () => new Date().toISOString()
const plan = (amount: number, months: number) => ({ months, monthly: Math.ceil(amount / months), total: amount })

/** The order as it is, and again whenever it changes. */
function track(order: Order, signal: AbortSignal) {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const tell = (changed: Order) => {
        if (changed.code !== order.code) return
        stream.enqueue(encoder.encode(`event: order\ndata: ${JSON.stringify(withoutActors(changed))}\n\n`))
      }
      orders.watchers.add(tell)
      signal.addEventListener('abort', () => orders.watchers.delete(tell))
      tell(order)
    },
  })
  return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
}

function refundOf(order: Order, ground: RefundGround, reason: string, asked: RefundLine[] = [], pictures: string[] = []): Refund {
  orders.lastRefund += 1
  const chosen = asked.length > 0 ? Object.fromEntries(asked.map(({ lineId, count }) => [lineId, count])) : everything(order, ground)
  const way = order.paymentMethod === 'cash' ? 'cash' : 'card'
  const amount = amountOf(order, chosen)
  return {
    id: orders.lastRefund,
    orderCode: order.code,
    status: 'requested',
    reason,
    lines: linesOf(chosen),
    amount,
    bonusAmount: bonusesOf(order, chosen),
    createdAt: now(),
    way,
    ground,
    pictures,
  }
}

/** What was given back, when an operator agrees. */
function settled(order: Order, refund: Refund): Partial<Order> {
  const refunded = order.amounts.refunded + refund.amount
  const back = (id: number) => refund.lines.find(({ lineId }) => lineId === id)?.count ?? 0
  return {
    amounts: { ...order.amounts, refunded },
    paymentStatus: refunded < order.amounts.total ? 'partly_refunded' : 'refunded',
    lines: order.lines.map((line) => ({
      ...line,
      refundedCount: line.refundedCount + back(line.id),
    })),
  }
}

const withoutActors = (order: Order): Order => ({
  ...order,
  statusHistory: order.statusHistory.map(({ actor: _actor, ...change }) => change),
})

export const orderHandlers = [
  http.get(`${BASE}/order/all`, ({ request }) => {
    const { items, meta } = paged(request, orders.all.map(withoutActors), PER_PAGE)
    return refuse(request) ?? ok(items, meta)
  }),
  http.get(
    `${BASE}/order/:code`,
    about((order) => ok(withoutActors(order))),
  ),
  http.get(`${BASE}/order/:code/track`, ({ request, params }) => {
    const order = orderOf(params.code)
    return refuse(request) ?? (order ? track(order, request.signal) : problem(404, 'order_not_found', 'Belə bir sifariş yoxdur.'))
  }),
  http.post(
    `${BASE}/order/:code/cancel`,
    about((order, { reason }: { reason?: string }) => {
      if (!order.canCancel) return problem(409, 'order_not_cancellable', 'Bu mərhələdə sifarişi ləğv etmək mümkün deyil.')
      moveOrder(order.code, 'cancelled', { actor: 'shopper', reason })
      return ok(changeOrder(order.code, ({ paymentStatus }) => ({ paymentStatus: paymentStatus === 'paid' ? 'refunded' : paymentStatus })))
    }),
  ),
  http.post(
    `${BASE}/order/:code/pay`,
    about((order, { paymentMethod, months }: Pick<Order, 'paymentMethod' | 'months'>) => {
      if (paymentMethod === 'cash') {
        moveOrder(order.code, 'confirmed', { actor: 'shopper' })
        return ok({ order: changeOrder(order.code, () => ({ paymentMethod, paymentStatus: 'unpaid' })), payment: { status: 'unpaid' } })
      }
      const paying = changeOrder(order.code, () => ({ paymentMethod, paymentStatus: 'pending', ...(months && { months }) }))
      return ok({ order: paying, payment: { status: 'pending', redirectUrl: 'https://bank.example/pay' } })
    }),
  ),
  http.post(`${BASE}/user/pictures`, () => {
    orders.lastPicture += 1
    return ok({ url: `/media/0000000${orders.lastPicture}/640.webp`, width: 1280, height: 960 })
  }),
  http.post(
    `${BASE}/order/:code/refund`,
    about((order, { ground, reason, lines, pictures }: Wish) => {
      const refund = refundOf(order, ground, reason, lines, pictures)
      changeOrder(order.code, ({ refunds }) => ({ refunds: [refund, ...refunds] }))
      return ok(refund)
    }),
  ),
  http.post(
    `${BASE}/order/:code/reorder`,
    about((order) => {
      const had = order.lines.filter(({ productId, count }) => (products.find(({ id }) => id === productId)?.stock ?? 0) >= count)
      for (const { productId, count } of had) state.cart.push({ productId, count })
      return ok({ added: had.reduce((sum, { count }) => sum + count, 0), missing: order.lines.length - had.length })
    }),
  ),
  http.get(`${BASE}/payment/plans`, ({ request }) => {
    const amount = Number(new URL(request.url).searchParams.get('amount'))
    return ok([3, 6, 12, 18, 24].map((months) => plan(amount, months)))
  }),
  http.get(`${BASE}/admin/orders`, ({ request }) => {
    const query = new URL(request.url).searchParams
    const [status, payment, code] = [query.get('status'), query.get('paymentStatus'), query.get('code')?.toUpperCase() ?? '']
    const found = orders.all
      .filter((order) => (!status || order.status === status) && (!payment || order.paymentStatus === payment))
      .filter((order) => order.code.startsWith(code))
    const { items, meta } = paged(request, found, PER_PAGE)
    return refuse(request) ?? ok(items, meta)
  }),
  http.get(
    `${BASE}/admin/orders/:code`,
    about((order) => ok(order)),
  ),
  http.post(
    `${BASE}/admin/orders/:code/move`,
    about((order, { status, ...more }: { status: OrderStatus; storeId?: number; reason?: string }) =>
      ok(moveOrder(order.code, status, { actor: OPERATOR, ...more })),
    ),
  ),
  http.get(`${BASE}/admin/refunds`, ({ request }) => {
    const status = new URL(request.url).searchParams.get('status')
    const { items, meta } = paged(
      request,
      orders.all.flatMap(({ refunds }) => refunds).filter((refund) => !status || refund.status === status),
      PER_PAGE,
    )
    return refuse(request) ?? ok(items, meta)
  }),
  http.post(`${BASE}/admin/refunds/:id/decide`, async ({ request, params }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const { approve, answer } = (await request.json()) as { approve: boolean; answer?: string }
    const isIt = ({ id }: Refund) => String(id) === params.id
    const order = orders.all.find(({ refunds }) => refunds.some(isIt))
    const refund = order?.refunds.find(isIt)
    if (!order || !refund) return problem(404, 'refund_not_found', 'Belə bir geri ödəniş yoxdur.')
    const decided: Refund = { ...refund, status: approve ? 'paid' : 'refused', decidedAt: now(), ...(answer && { answer }) }
    changeOrder(order.code, (before) => ({
      ...(approve && settled(before, refund)),
      refunds: before.refunds.map((one) => (isIt(one) ? decided : one)),
    }))
    return ok(decided)
  }),
]
