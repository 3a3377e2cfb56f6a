// Follows an order through all programs. This script is the collector at OTEL_EXPORTER_OTLP_ENDPOINT.
import { randomUUID } from 'node:crypto'
import { startCollector } from './otlp-collector.mjs'
import { api, apiWithRetry, base, call, environment, pause, signInAsDemo, signUpShoppers } from './shop.mjs'
import { connectedTraces, draw } from './span-tree.mjs'

const APPROVED_CARD = '4111111111111111'
const STATUSES = ['confirmed', 'searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way']
const EXPORT_TIMEOUT_MS = 20_000
/** Other programs export the spans of the same traces within 5 seconds. */
const QUIET_MS = 7_000
/** Otherwise the last moves would be one batch. */
const COURIER_MS = 2_000

const endpoint = environment('sovqat-order').OTEL_EXPORTER_OTLP_ENDPOINT
if (!endpoint) throw new Error('start the shop with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4317')
const { spans, stop } = await startCollector(Number(new URL(endpoint).port))

const [person] = await signUpShoppers(1)
const { token } = person
const preferences = await apiWithRetry('/notification/preferences', { token })
const topics = preferences.topics.map((choice) => (choice.topic === 'orders' ? { ...choice, sms: true } : choice))
await apiWithRetry('/notification/preferences', { method: 'PUT', body: { ...preferences, topics }, token })
const { products } = await apiWithRetry('/product/all?inStock=true&minPrice=2500&perPage=100')
const product = products.find(({ hasSizes }) => !hasSizes)
await apiWithRetry('/cart/add', { body: { productId: product.id }, token })
const intent = { addressId: person.addressId, paymentMethod: 'card' }
const { quote } = await apiWithRetry('/order/check', { body: intent, token })

const placed = await api('/order', { body: { ...intent, quote, recipientType: 'self' }, token, key: randomUUID() })
if (placed.status !== 201) throw new Error(`the order was refused: ${JSON.stringify(placed.json)}`)
const { code } = placed.data.order
const page = new URL(placed.data.payment.redirectUrl)
await call(page.pathname, { form: { action: 'pay', number: APPROVED_CARD, expiry: '12/30', cvv: '123' }, at: page.origin })
await until('the bank has called back', async () => (await apiWithRetry(`/order/${code}`, { token })).paymentStatus === 'paid')

const operator = await signInAsDemo('operator')
for (const status of STATUSES) {
  const move = () => api(`/admin/orders/${code}/move`, { body: { status }, token: operator })
  if (status === 'on_the_way') await pause(COURIER_MS)
  // The order cannot move until its stock is booked in the background.
  await until(`the order is ${status}`, async () => (await move()).status === 200)
}
const inbox = `${base}/dev/inbox.json?to=${encodeURIComponent(person.phoneNumber)}`
await until('the message is sent', async () => (await (await fetch(inbox)).json()).length > 1)

const click = placed.headers['x-request-id']
const isMessage = ({ name, attributes }) => name === 'notification.delivery' && attributes.channel === 'sms' && attributes.outcome === 'sent'
const hasMessage = () => connectedTraces(spans, click).some(({ id }) => spans.some((span) => span.trace === id && isMessage(span)))
await until('the message is exported', async () => hasMessage(), EXPORT_TIMEOUT_MS).catch(() => {})
await pause(QUIET_MS)
stop()

if (!spans.some(({ trace }) => trace === click)) throw new Error(`the trace of the click (${click}) was not exported`)
const traces = connectedTraces(spans, click)
console.log(`Order ${code}, ${spans.find(({ trace }) => trace === click)?.version ?? 'no version'}: ${traces.length} traces are connected.`)
console.log(draw(spans, traces).join('\n'))
const missing = missingSteps()
for (const step of missing) console.log(`✗ ${step}`)
console.log(missing.length === 0 ? '\n✓ every step is connected with the click' : '')
process.exit(missing.length === 0 ? 0 : 1)

async function until(what, isDone, timeout = 30_000) {
  for (const end = Date.now() + timeout; !(await isDone()); await pause(100)) if (Date.now() > end) throw new Error(`${what}: not within ${timeout / 1000} s`)
}

/** A step is connected if a span with its first name is below one with the second, and so on. */
function missingSteps() {
  const ids = new Set(traces.map(({ id }) => id))
  const connected = spans.filter(({ trace }) => ids.has(trace))
  const byId = new Map(connected.map((span) => [span.id, span]))
  const isBelow = (span, names) => {
    const [name, ...upper] = names
    if (!span || !span.name.startsWith(name)) return false
    if (upper.length === 0) return true
    for (let above = byId.get(span.parent); above; above = byId.get(above.parent)) if (isBelow(above, upper)) return true
    return false
  }
  const steps = {
    'the click writes the order': ['sql insert', 'sovqat.order.v1.Orders/Place', 'POST /api/v1/order'],
    'the click reserves the stock': ['sql ', 'sovqat.catalog.v1.Stock/Reserve', 'POST /api/v1/order'],
    'the click opens the payment at the bank': ['POST 127.0.0.1', 'POST /api/v1/order'],
    'a job sells the stock': ['sql ', 'sovqat.catalog.v1.Stock/Commit', 'order.job', 'POST /api/v1/order'],
    'the bank calls back': ['sql ', 'sovqat.order.v1.Payments/Callback', 'POST /api/v1/payment/callback'],
    'the payment is an event': ['feed.apply', 'sovqat.order.v1.Payments/Callback'],
    'an operator moves the order': ['sql ', 'sovqat.order.v1.Desk/Move', 'POST /api/v1/admin/orders/{code}/move'],
    'the move is an event': ['feed.apply', 'sovqat.order.v1.Desk/Move'],
    'the message is sent': ['notification.delivery', 'sovqat.order.v1.Desk/Move'],
  }
  return Object.entries(steps).flatMap(([step, names]) => (connected.some((span) => isBelow(span, names)) ? [] : [step]))
}
