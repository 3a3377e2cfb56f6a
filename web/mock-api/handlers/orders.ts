import { HttpResponse } from 'msw'
import type { Order, OrderLine, Refund, RefundGround, RefundLine, Schemas } from '~shared/api/types'
import { approvalOf } from '../approval'
import { products } from '../catalogue'
import { deliveredIn, deliveredOrder, findOrders, OPEN_STATUSES, windowsOf } from '../orders-desk'
import { changeOrder, returnableCount, moveOrder, orderOf, orders } from '../orders-state'
import { USER } from '../profile-state'
import { state } from '../state'
import { cursorPage, ok, paged, problem, refuse, refuseUnlessRecent } from './responses'
import { type MockRequest, on, bodyOf } from './contract'

const PER_PAGE = 10
const OPERATOR = '12'

const withOrder =
  <Sent, R>(handler: (order: Order, body: Sent) => R) =>
  async (call: MockRequest<Sent, 'code'>) => {
    const refusal = refuse(call.request)
    if (refusal) return refusal
    const order = orderOf(call.params.code)
    return order ? handler(order, await bodyOf(call)) : problem(404, 'order_not_found', 'Belə bir sifariş yoxdur.')
  }

const now = () => new Date().toISOString()
const plan = (amount: number, months: number) => ({ months, monthly: Math.ceil(amount / months), total: amount })

/** Streams the order now and after each change. */
function trackOrder(order: Order, signal: AbortSignal) {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const sendEvent = (changed: Order) => {
        if (changed.code !== order.code) return
        stream.enqueue(encoder.encode(`event: order\ndata: ${JSON.stringify(withoutActors(changed))}\n\n`))
      }
      orders.watchers.add(sendEvent)
      signal.addEventListener('abort', () => orders.watchers.delete(sendEvent))
      sendEvent(order)
    },
  })
  return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** Prices divide evenly in the mock. */
const paidForOne = ({ lineTotal, promoDiscount, bonusAmount, count }: OrderLine) => ({
  money: (lineTotal - promoDiscount - bonusAmount) / count,
  bonuses: bonusAmount / count,
})

/** Refunds all lines that can be returned if none is chosen. */
function refundOf(order: Order, ground: RefundGround, reason: string, chosen: RefundLine[] = [], pictures: string[] = []): Refund {
  orders.lastRefund += 1
  const returnableLines = order.lines.map((line) => ({
    ...line,
    lineId: line.id,
    count: returnableCount(order.refunds, line),
    paid: paidForOne(line),
  }))
  const allowedLines = returnableLines.filter(({ returnException }) => ground === 'faulty' || !returnException)
  const lines = chosen.length > 0 ? chosen : allowedLines.map(({ lineId, count }) => ({ lineId, count }))
  const countOf = (id: number) => lines.find(({ lineId }) => lineId === id)?.count ?? 0
  const isWhole = returnableLines.every(({ lineId, count }) => countOf(lineId) >= count)
  const method = order.paymentMethod === 'cash' ? 'cash' : 'card'
  const sum = (worth: 'money' | 'bonuses') => returnableLines.reduce((total, { lineId, paid }) => total + paid[worth] * countOf(lineId), 0)
  return {
    id: orders.lastRefund,
    orderCode: order.code,
    status: 'requested',
    reason,
    lines,
    amount: sum('money') + (isWhole ? order.amounts.deliveryFee : 0),
    bonusAmount: sum('bonuses'),
    createdAt: now(),
    way: method,
    ground,
    pictures,
    needsTwoPeople: false,
  }
}

const requestRefund = withOrder((order: Order, { ground, reason, lines, pictures }: Schemas['NewRefund']) => {
  const refund = refundOf(order, ground, reason, lines, pictures)
  changeOrder(order.code, ({ refunds }) => ({ refunds: [refund, ...refunds] }))
  return ok(refund)
})

function afterApproval(order: Order, refund: Refund): Partial<Order> {
  const refunded = order.amounts.refunded + refund.amount
  const returnedCount = (id: number) => refund.lines.find(({ lineId }) => lineId === id)?.count ?? 0
  return {
    amounts: { ...order.amounts, refunded },
    paymentStatus: refunded < order.amounts.total ? 'partly_refunded' : 'refunded',
    lines: order.lines.map((line) => ({
      ...line,
      refundedCount: line.refundedCount + returnedCount(line.id),
    })),
  }
}

/** Shoppers do not see who has made each change. */
const withoutActors = (order: Order): Order => ({
  ...order,
  statusHistory: order.statusHistory.map(({ actor: _actor, ...change }) => change),
})

export const orderHandlers = [
  on('get', '/order/all', ({ request }) => {
    const { items, meta } = paged(request, orders.all.map(withoutActors), PER_PAGE)
    return refuse(request) ?? ok(items, meta)
  }),
  on(
    'get',
    '/order/{code}',
    withOrder((order) => ok(withoutActors(order))),
  ),
  on('get', '/order/{code}/track', ({ request, params }) => {
    const order = orderOf(params.code)
    return refuse(request) ?? (order ? trackOrder(order, request.signal) : problem(404, 'order_not_found', 'Belə bir sifariş yoxdur.'))
  }),
  on(
    'post',
    '/order/{code}/cancel',
    withOrder((order, { reason }) => {
      if (!order.canCancel) return problem(409, 'order_not_cancellable', 'Bu mərhələdə sifarişi ləğv etmək mümkün deyil.')
      moveOrder(order.code, 'cancelled', { actor: 'shopper', reason })
      return ok(changeOrder(order.code, ({ paymentStatus }) => ({ paymentStatus: paymentStatus === 'paid' ? 'refunded' : paymentStatus })))
    }),
  ),
  on(
    'post',
    '/order/{code}/pay',
    withOrder((order, { paymentMethod, months }) => {
      if (paymentMethod === 'cash') {
        moveOrder(order.code, 'confirmed', { actor: 'shopper' })
        return ok({ order: changeOrder(order.code, () => ({ paymentMethod, paymentStatus: 'unpaid' })), payment: { status: 'unpaid' } })
      }
      const paying = changeOrder(order.code, () => ({ paymentMethod, paymentStatus: 'pending', ...(months && { months }) }))
      return ok({ order: paying, payment: { status: 'pending', redirectUrl: 'https://bank.example/pay' } })
    }),
  ),
  on('post', '/user/pictures', () => {
    orders.lastPicture += 1
    return ok({ url: `/media/0000000${orders.lastPicture}/640.webp`, width: 1280, height: 960 })
  }),
  on('post', '/order/{code}/refund', requestRefund),
  on('post', '/admin/orders/{code}/refund', requestRefund),
  on(
    'post',
    '/order/{code}/reorder',
    withOrder((order) => {
      const availableLines = order.lines.filter(
        ({ productId, count }) => (products.find(({ id }) => id === productId)?.stock ?? 0) >= count,
      )
      for (const { productId, count } of availableLines) state.cart.push({ productId, count })
      return ok({ added: availableLines.reduce((sum, { count }) => sum + count, 0), missing: order.lines.length - availableLines.length })
    }),
  ),
  on('get', '/payment/plans', ({ request }) => {
    const amount = Number(new URL(request.url).searchParams.get('amount'))
    return ok([3, 6, 12, 18, 24].map((months) => plan(amount, months)))
  }),
  on('get', '/admin/orders', ({ request }) => {
    const found = findOrders(new URL(request.url).searchParams)
    return refuse(request) ?? cursorPage(request, found, 24)
  }),
  on('get', '/admin/order-counts', ({ request }) => {
    const counted = OPEN_STATUSES.map((status) => ({ status, count: orders.all.filter((order) => order.status === status).length }))
    return refuse(request) ?? ok(counted)
  }),
  on('get', '/admin/deliveries', ({ request }) => {
    const day = new URL(request.url).searchParams.get('day') ?? ''
    const windows = windowsOf(day).map((window) => ({ window, orders: deliveredIn(window).map(deliveredOrder) }))
    return refuse(request) ?? ok({ day, windows })
  }),
  on('get', '/admin/delivery-windows', ({ request }) => {
    const day = new URL(request.url).searchParams.get('day') ?? ''
    return refuse(request) ?? ok({ day, windows: windowsOf(day) })
  }),
  on(
    'get',
    '/admin/orders/{code}',
    withOrder((order) => ok(order)),
  ),
  on(
    'post',
    '/admin/orders/{code}/move',
    withOrder((order, { status, ...options }) => ok(moveOrder(order.code, status, { actor: OPERATOR, ...options }))),
  ),
  on(
    'get',
    '/admin/orders/{code}/notes',
    withOrder(({ code }) => ok(orders.notes[code] ?? [])),
  ),
  on(
    'post',
    '/admin/orders/{code}/notes',
    withOrder(({ code }, { text }) => {
      const notes = orders.notes[code] ?? []
      const note = { id: notes.length + 1, operatorId: USER.id, at: now(), text }
      orders.notes[code] = [...notes, note]
      return ok(note)
    }),
  ),
  on('get', '/admin/refunds', ({ request }) => {
    const status = new URL(request.url).searchParams.get('status')
    const { items, meta } = paged(
      request,
      orders.all.flatMap(({ refunds }) => refunds).filter((refund) => !status || refund.status === status),
      PER_PAGE,
    )
    return refuse(request) ?? ok(items, meta)
  }),
  on('post', '/admin/refunds/{id}/decide', async ({ request, params }) => {
    const refusal = refuseUnlessRecent(request)
    if (refusal) return refusal
    const { approve, answer } = await request.json()
    const hasGivenId = ({ id }: Refund) => String(id) === params.id
    const order = orders.all.find(({ refunds }) => refunds.some(hasGivenId))
    const refund = order?.refunds.find(hasGivenId)
    if (!order || !refund) return problem(404, 'refund_not_found', 'Belə bir geri ödəniş yoxdur.')
    const approval = approve ? approvalOf(refund) : 'final'
    if (approval === 'refused') return problem(409, 'second_person_required', 'İkinci əməkdaş lazımdır')
    if (approval === 'first') {
      const approved: Refund = { ...refund, firstApproval: { accountId: USER.id, at: now() } }
      changeOrder(order.code, ({ refunds }) => ({ refunds: refunds.map((refund) => (hasGivenId(refund) ? approved : refund)) }))
      return ok(approved)
    }
    const decided: Refund = { ...refund, status: approve ? 'paid' : 'refused', decidedAt: now(), ...(answer && { answer }) }
    changeOrder(order.code, (current) => ({
      ...(approve && afterApproval(current, refund)),
      refunds: current.refunds.map((refund) => (hasGivenId(refund) ? decided : refund)),
    }))
    return ok(decided)
  }),
]
