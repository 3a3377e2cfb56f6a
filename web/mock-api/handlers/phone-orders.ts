// Orders that an operator takes on the phone.
import { HttpResponse } from 'msw'
import type { CartProblem, CheckedPhoneOrder, Order, PhoneOrderDraft, PhoneOrderForm, Problem } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { checkout } from '../checkout-state'
import { customers } from '../customers-state'
import { normalisePhone, orderOf } from '../order-from-cart'
import { orders, storeParts } from '../orders-state'
import { USER } from '../profile-state'
import { changesOf } from '../quote'
import { cart } from './cart'
import { checkCart, placedResponse } from './checkout'
import { on } from './contract'
import { cityOf } from './profile'
import { forStaff, invalid, localeOf, ok, problem } from './responses'

const PAYMENT_TIME_MS = 30 * 60_000

/** Promo codes are only for customers with an account. */
function check(draft: PhoneOrderDraft, locale: Locale): CheckedPhoneOrder {
  const { customerPhone, lines, promoCode, ...choices } = draft
  const account = customers.all.find(({ phoneNumber }) => customerPhone && phoneNumber === normalisePhone(customerPhone))
  const mayUseCode = promoCode !== undefined && account !== undefined
  const checked = checkCart(cart(locale, lines), { ...choices, ...(mayUseCode && { promoCode }) })
  const problems: CartProblem[] = [
    ...checked.problems,
    ...(promoCode !== undefined && !account ? [{ code: 'promo_not_applicable', reason: 'needs_account' }] : []),
    ...(account?.block ? [{ code: 'customer_blocked' }] : []),
  ]
  return { cart: { ...checked, problems, quote: problems.length > 0 ? '' : checked.quote }, hasAccount: account !== undefined }
}

function addressOf({ draft, address }: PhoneOrderForm, locale: Locale): Order['address'] {
  const city = cityOf(draft.cityId)
  const district = city?.districts.find(([id]) => id === draft.districtId)?.[1][locale]
  return { ...address, city: city?.name[locale] ?? '', ...(district && { district }) }
}

function place(form: PhoneOrderForm, { cart: checked }: CheckedPhoneOrder, locale: Locale): Order {
  const { draft, recipient, recipientType, quote, note, cardText } = form
  const { promoCode, customerPhone = '', paymentMethod = 'cash' } = draft
  const placed = orderOf(
    {
      quote,
      addressId: 0,
      paymentMethod,
      recipientType,
      recipient: { ...recipient, phoneNumber: recipient.phoneNumber ?? customerPhone },
      ...(promoCode !== undefined && { promoCode }),
      ...(note !== undefined && { note }),
      ...(cardText !== undefined && { cardText }),
    },
    checked,
  )
  const order: Order = {
    ...placed,
    address: addressOf(form, locale),
    stores: storeParts(placed.lines, placed.status),
    statusHistory: placed.statusHistory.map((change) => ({ ...change, actor: String(USER.id) })),
    ...(paymentMethod === 'card' && { payUntil: new Date(Date.now() + PAYMENT_TIME_MS).toISOString() }),
  }
  orders.all = [order, ...orders.all]
  return order
}

const noKey = () => problem(422, 'validation_failed', 'Idempotency-Key lazımdır')

const isSame = (some: unknown, other: unknown) => JSON.stringify(some) === JSON.stringify(other)

export const phoneOrderHandlers = [
  on(
    'post',
    '/admin/orders/{code}/payment-link',
    forStaff(({ params, request }) => {
      if (!request.headers.get('idempotency-key')) return noKey()
      const order = orders.all.find(({ code }) => code === params.code)
      if (!order) return problem(404, 'order_not_found', 'Sifariş tapılmadı')
      if (!order.canPay) return problem(409, 'order_not_payable', 'Bu sifariş ödəniş gözləmir')
      return HttpResponse.json(placedResponse({ ...order, paymentStatus: 'pending' }))
    }),
  ),
  on(
    'post',
    '/admin/phone-orders/check',
    forStaff(async ({ request }) => ok(check(await request.json(), localeOf(request)))),
  ),
  on(
    'post',
    '/admin/phone-orders',
    forStaff(async ({ request }) => {
      const key = request.headers.get('idempotency-key')
      if (!key) return noKey()
      const form = await request.json()
      const stored = checkout.responses.get(key)
      const placed = checkout.phoneOrders.findLast((order) => order.key === key)
      if (stored && !isSame(placed?.form, form)) return problem(409, 'idempotency_key_reused', 'Bu açar artıq istifadə olunub')
      if (stored) return HttpResponse.json(stored, { status: 201 })
      if (!form.quote) return invalid('quote', 'required', 'Bu sahəni doldurun')
      checkout.phoneOrders.push({ form, key })
      const locale = localeOf(request)
      const checked = check(form.draft, locale)
      const { total, lines: items, problems } = checked.cart
      const [obstacle] = problems
      if (obstacle) return problem(409, obstacle.code as Problem['code'], 'Bu sifariş yaradıla bilməz')
      const changes = [...checkout.changes.splice(0), ...changesOf(form.quote, { total, items })]
      if (changes.length > 0) return problem(409, 'cart_changed', 'Səbətdə dəyişiklik var. Yenidən yoxlayın.', { changes })
      const response = placedResponse(place(form, checked, locale))
      checkout.responses.set(key, response)
      return HttpResponse.json(response, { status: 201 })
    }),
  ),
]
