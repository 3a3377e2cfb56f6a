// A company sends a wholesale request, and an operator answers with a quote: prices that are valid for some days.

import { type APIRequestContext, expect } from '@playwright/test'
import type { ProductCard, Schemas } from '~shared/api/types'
import { apiSend } from './accounts'
import type { StaffHeaders } from './staff'
import { randomId } from './admin'
import { newPerson } from './people'

type WholesaleTicket = Schemas['WholesaleAsked']

/** `voen` is the tax number of the company. */
export const BUYER = { name: 'Günel Rzayeva', companyName: 'Xəzər Treyd MMC', voen: '1402356781', phoneNumber: '+994502223344' }

export const emailOfBuyer = () => `topdan.${randomId()}@sovqat.example`

export async function requestQuote(request: APIRequestContext, { id }: ProductCard, count: number): Promise<WholesaleTicket> {
  const response = await request.post('/api/v1/wholesale', {
    headers: { 'idempotency-key': `e2e-wholesale-${randomId()}${randomId()}` },
    // The server limits the requests of a phone number.
    data: { ...BUYER, phoneNumber: newPerson().phoneNumber, email: emailOfBuyer(), lines: [{ productId: id, count }] },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return ((await response.json()) as { data: WholesaleTicket }).data
}

/** Amounts are in qəpik. */
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
