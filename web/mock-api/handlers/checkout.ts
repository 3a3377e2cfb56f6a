import { HttpResponse } from 'msw'
import type { Body, Cart, CartProblem, CheckedCart, Order, PaymentPlan, Placed } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { checkout } from '../checkout-state'
import { BAKU, deliveryDays, earliestDelivery, feeOf, FREE_FROM } from '../delivery'
import { orderOf } from '../order-from-cart'
import { profile } from '../profile-state'
import { changesOf, quoteOf } from '../quote'
import { state } from '../state'
import { localeOf, ok, problem, refuse } from './responses'
import { cart } from './cart'
import { on } from './contract'

/** The smallest amount for instalments, in qəpik. */
const INSTALMENTS_FROM = 5000
const MONTHS = [3, 6, 12, 18, 24]
const VAT_PERCENT = 18

/** The smallest cart for the promo code `MINIMUM`, in qəpik. */
const MINIMUM = 100_000
/** `NOVRUZ` has expired. `PULSUZCATDIRILMA` means “free delivery”. */
const PROMOS = ['SOVQAT10', 'PULSUZCATDIRILMA', 'NOVRUZ', 'MINIMUM']

/** Unlike a check, an order may be paid by bank transfer. */
type CheckRequest = Omit<Body<'/order/check', 'post'>, 'paymentMethod'> & Partial<Pick<Body<'/order', 'post'>, 'paymentMethod'>>

function promoOf(code: string | undefined, goods: number): { problem?: CartProblem; percent: number; isDeliveryFree: boolean } {
  const nothing = { percent: 0, isDeliveryFree: false }
  const knownCode = PROMOS.find((promo) => promo === code?.trim().toUpperCase())
  if (code === undefined) return nothing
  if (knownCode === undefined) return { ...nothing, problem: { code: 'promo_not_found' } }
  if (knownCode === 'NOVRUZ') return { ...nothing, problem: { code: 'promo_not_applicable', reason: 'ended' } }
  if (knownCode === 'MINIMUM' && goods < MINIMUM)
    return { ...nothing, problem: { code: 'promo_not_applicable', reason: 'below_minimum', missing: MINIMUM - goods } }
  return { percent: knownCode === 'SOVQAT10' ? 10 : 0, isDeliveryFree: knownCode === 'PULSUZCATDIRILMA' }
}

const check = ({ addressId, ...choices }: CheckRequest, locale: Locale) =>
  checkCart(cart(locale), { ...choices, cityId: profile.addresses.find(({ id }) => id === addressId)?.cityId })

interface CartChoices extends Pick<CheckRequest, 'deliverySlot' | 'promoCode' | 'paymentMethod'> {
  cityId?: number | undefined
}

/** A simplified version of the server's rules. */
export function checkCart(
  { items, subtotal, discount, total: goods }: Cart,
  { cityId, deliverySlot, promoCode, paymentMethod }: CartChoices,
): CheckedCart {
  const slots = cityId === undefined ? [] : deliveryDays(cityId).flatMap((day) => day.slots)
  const firstFree = slots.find(({ isFull }) => !isFull)
  const slot = deliverySlot === undefined ? firstFree : slots.find(({ id }) => id === deliverySlot)
  const promo = promoOf(promoCode, goods)
  const promoDiscount = Math.round((goods * promo.percent) / 100)
  const fee = cityId !== undefined && goods < FREE_FROM ? feeOf(cityId) : 0
  const deliveryFee = promo.isDeliveryFree ? 0 : fee
  const total = goods - promoDiscount + deliveryFee
  const reduction = promoDiscount + fee - deliveryFee

  const problems: CartProblem[] = [
    ...items.flatMap(({ problem, productId, sizeId, available }): CartProblem[] =>
      problem ? [{ code: problem, productId, available, ...(sizeId !== undefined && { sizeId }) }] : [],
    ),
    ...(items.length === 0 ? [{ code: 'cart_empty' }] : []),
    ...(cityId === undefined ? [{ code: 'address_required' }] : []),
    ...(cityId !== undefined && deliverySlot !== undefined && !slot ? [{ code: 'delivery_slot_not_found' }] : []),
    ...(deliverySlot !== undefined && slot?.isFull ? [{ code: 'delivery_slot_full' }] : []),
    ...(promo.problem ? [promo.problem] : []),
    ...(paymentMethod === 'installment' && total < INSTALMENTS_FROM
      ? [{ code: 'installment_below_minimum', missing: INSTALMENTS_FROM - total }]
      : []),
  ]
  return {
    lines: items,
    problems,
    subtotal,
    discount,
    promoDiscount,
    deliveryFee,
    total,
    vat: Math.round((total * VAT_PERCENT) / (100 + VAT_PERCENT)),
    bonusAmount: 0,
    bonus: { spendable: 0, balance: 0, reason: 'bonus_app_only' },
    quote: problems.length > 0 ? '' : quoteOf({ total, items }),
    freeDeliveryFrom: FREE_FROM,
    ...(promoCode !== undefined &&
      reduction > 0 && {
        promo: {
          code: promoCode.toUpperCase(),
          kind: promo.isDeliveryFree ? ('free_delivery' as const) : ('percent' as const),
          discount: reduction,
        },
      }),
    ...(slot && { delivery: { from: slot.from, until: slot.until } }),
  }
}

const plans = (amount: number): PaymentPlan[] =>
  amount < INSTALMENTS_FROM ? [] : MONTHS.map((months) => ({ months, monthly: Math.ceil(amount / months), total: amount }))

/** An order that is not paid in cash leads to the page of the bank. */
export const placedResponse = (order: Order): { data: Placed } => ({
  data: {
    order,
    payment: order.paymentMethod === 'cash' ? { status: 'unpaid' } : { status: 'pending', redirectUrl: `/bank/${order.code}` },
  },
})

export const checkoutHandlers = [
  on('post', '/order/check', async ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    return ok(check(await request.json(), localeOf(request)))
  }),
  on('get', '/delivery/slots', ({ request }) => {
    const { searchParams: query } = new URL(request.url)
    return ok({ days: deliveryDays(Number(query.get('cityId')), Date.now(), Number(query.get('preparationDays'))), freeFrom: FREE_FROM })
  }),
  on('get', '/delivery/earliest', ({ request }) => {
    const { searchParams: query } = new URL(request.url)
    return ok(earliestDelivery(Number(query.get('cityId') ?? BAKU), Date.now(), Number(query.get('preparationDays'))))
  }),
  on('get', '/payment/plans', ({ request }) => ok(plans(Number(new URL(request.url).searchParams.get('amount'))))),
  on('post', '/order', async ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const key = request.headers.get('idempotency-key')
    if (!key) return problem(422, 'validation_failed', 'Idempotency-Key lazımdır')
    const stored = checkout.responses.get(key)
    if (stored) return HttpResponse.json(stored, { status: 201 })
    const body = await request.json()
    const checked = check(body, localeOf(request))
    const changes = [...checkout.changes.splice(0), ...changesOf(body.quote, { total: checked.total, items: checked.lines })]
    if (changes.length > 0) return problem(409, 'cart_changed', 'Səbətdə dəyişiklik var. Yenidən yoxlayın.', { changes })
    const response = placedResponse(orderOf(body, checked))
    checkout.responses.set(key, response)
    state.cart = []
    return HttpResponse.json(response, { status: 201 })
  }),
]
