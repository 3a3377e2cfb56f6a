import { type APIRequestContext, expect } from '@playwright/test'
import type { ProductCard, Schemas } from '~shared/api/types'
import { apiSend } from './accounts'
import type { StaffHeaders } from './staff'
import { uniqueMark } from './admin'
import { newPerson } from './people'

type WholesaleTicket = Schemas['WholesaleAsked']

export const BUYER = { name: 'Günel Rzayeva', companyName: 'Xəzər Treyd MMC', voen: '1402356781', phoneNumber: '+994502223344' }

export const emailOfBuyer = () => `topdan.${uniqueMark()}@sovqat.example`

export async function requestQuote(request: APIRequestContext, { id }: ProductCard, count: number): Promise<WholesaleTicket> {
  const response = await request.post('/api/v1/wholesale', {
    headers: { 'idempotency-key': `e2e-wholesale-${uniqueMark()}${uniqueMark()}` },
    // A new phone number each time: the limit is a few requests an hour for each number.
    data: { ...BUYER, phoneNumber: newPerson().phoneNumber, email: emailOfBuyer(), lines: [{ productId: id, count }] },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return ((await response.json()) as { data: WholesaleTicket }).data
}

/** Sends a quote as an operator, valid for a week. */
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
