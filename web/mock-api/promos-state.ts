// One promo code for each status.
import type { Promo } from '~shared/api/types'

interface PromosState {
  promos: Promo[]
  /** The request body of the last trial. */
  tried: unknown
}

const promo = (id: number, code: string, overrides: Partial<Promo>): Promo => ({
  id,
  code,
  kind: 'percent',
  value: 10,
  minimum: 0,
  isForReduced: true,
  categoryIds: [],
  storeIds: [],
  status: 'active',
  isPaused: false,
  used: 0,
  version: 1,
  createdAt: '2026-11-01T08:00:00Z',
  changes: [],
  ...overrides,
})

const fresh = (): PromosState => ({
  tried: undefined,
  promos: [
    promo(4, 'SABAH27', { status: 'scheduled', startsAt: '2027-03-01T00:00:00Z', totalLimit: 50 }),
    promo(3, 'PULSUZYOL', { kind: 'free_delivery', value: undefined, status: 'ended', endsAt: '2026-01-01T00:00:00Z' }),
    promo(2, 'HAMISI5', { kind: 'fixed', value: 500, status: 'used_up', used: 3, totalLimit: 3 }),
    promo(1, 'SOVQAT10', {
      atMost: 2000,
      minimum: 2000,
      used: 7,
      userLimit: 1,
      changes: [
        { action: 'changed', operatorId: 9, at: '2026-11-20T08:00:00Z', fields: ['minimum', 'totalLimit'] },
        { action: 'created', operatorId: 9, at: '2026-11-01T08:00:00Z', fields: ['code', 'kind', 'value'] },
      ],
    }),
  ],
})

export const promosState: PromosState = fresh()
export const resetPromos = () => Object.assign(promosState, fresh())
export const promoOf = (id: unknown) => promosState.promos.find((promo) => String(promo.id) === String(id))

export function storePromo(id: number, change: Partial<Promo>): Promo {
  const existing = promoOf(id)
  if (!existing) throw new Error(`the mock has no promo code ${id}`)
  const saved = { ...existing, ...change, version: existing.version + 1 }
  promosState.promos = promosState.promos.map((promo) => (promo.id === id ? saved : promo))
  return saved
}

export function addPromo(form: Partial<Promo> & { code: string }): Promo {
  const { code, ...overrides } = form
  const added = promo(Math.max(...promosState.promos.map(({ id }) => id)) + 1, code, overrides)
  promosState.promos = [added, ...promosState.promos]
  return added
}
