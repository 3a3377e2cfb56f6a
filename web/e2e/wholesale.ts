// Prepares wholesale requests and their quotes through the API. A quote is an operator's prices for a request, valid until a day.

import { type APIRequestContext, expect } from '@playwright/test'
import type { ProductCard, Schemas } from '~shared/api/types'
import { apiSend } from './accounts'
import type { StaffHeaders } from './staff'
import { uniqueMark } from './admin'
import { newPerson } from './people'

/** The code of a request, and the token with which its customer opens its page. */
type WholesaleTicket = Schemas['WholesaleAsked']

/** The company that asks, and the person who writes for it. `voen` is the tax number of the company. */
export const BUYER = { name: 'Günel Rzayeva', companyName: 'Xəzər Treyd MMC', voen: '1402356781', phoneNumber: '+994502223344' }

/** Returns a new e-mail address, so that no two requests share one. */
export const emailOfBuyer = () => `topdan.${uniqueMark()}@sovqat.example`

/** Sends a request for `count` pieces of one product, as a visitor without an account. */
export async function requestQuote(request: APIRequestContext, { id }: ProductCard, count: number): Promise<WholesaleTicket> {
  const response = await request.post('/api/v1/wholesale', {
    headers: { 'idempotency-key': `e2e-wholesale-${uniqueMark()}${uniqueMark()}` },
    // The server accepts a few requests an hour for each phone number, so each request has a new one.
    data: { ...BUYER, phoneNumber: newPerson().phoneNumber, email: emailOfBuyer(), lines: [{ productId: id, count }] },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return ((await response.json()) as { data: WholesaleTicket }).data
}

/** Sends a quote as an operator: 7 ₼ for each piece and 5 ₼ for the delivery (amounts are in qəpik), valid for a week. */
export const sendQuote = (
  request: APIRequestContext,
  operator: StaffHeaders,
  { code }: WholesaleTicket,
  { id }: ProductCard,
  count: number,
) =>
  apiSend(request, operator, `/admin/wholesale/${code}/quote`, {
    lines: [{ productId: id, count, unitPrice: 700 }],
    validUntil: new Date(Date.now() + 7 * 24 * 3600_000).toISOString(),
    deliveryFee: 500,
    deliveryTerms: 'Bakı daxilində bir çatdırılma',
  })
