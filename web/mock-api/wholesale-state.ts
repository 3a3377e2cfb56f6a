import type { WholesaleRequest } from '~shared/api/types'

export const CODE = 'TS-7K4M-29'
/** The secret in the customer's link. */
export const TOKEN = 'a-secret'

/** Members that are `undefined` are removed. */
type Changes = { [Name in keyof WholesaleRequest]?: WholesaleRequest[Name] | undefined }

export const request = (overrides: Changes = {}) =>
  ({
    code: CODE,
    status: 'requested',
    createdAt: '2026-11-25T08:00:00Z',
    companyName: 'Xəzər Treyd MMC',
    voen: '1234567890',
    name: 'Aygün Əliyeva',
    phoneNumber: '+994501234567',
    email: 'aygun@xezer.example',
    lines: [{ productId: 7, count: 200, name: 'Badam konfeti', slug: 'badam', imageUrl: '/media/a.webp' }],
    canTransfer: true,
    changes: [{ status: 'requested', at: '2026-11-25T08:00:00Z' }],
    transfers: [],
    ...overrides,
  }) as WholesaleRequest

/** Amounts are in qəpik. */
export const quote = {
  version: 2,
  validUntil: '2099-01-01T12:00:00Z',
  lines: [
    { productId: 7, count: 200, name: 'Badam konfeti', slug: 'badam', imageUrl: '/media/a.webp', unitPrice: 1200, lineTotal: 240_000 },
  ],
  goods: 240_000,
  deliveryFee: 2000,
  total: 242_000,
  vat: 36_915,
  deliveryTerms: 'Üç iş günü',
  quotedAt: '2026-11-25T09:00:00Z',
}

export const order = { code: 'SQ-7K4M-29', status: 'waiting', paymentMethod: 'transfer', payUntil: '2099-01-02T20:00:00Z' } as const
export const invoice = { number: 'TS-2026-000001', issuedAt: '2026-11-25T09:30:00Z', received: 40_000, due: 202_000, excess: 0 }
