// A cash-out is a payment of a blogger's earnings to a card, which an operator approves.
import type { Cashout, CashoutOverview, AdminCashout } from '~shared/api/types'

const REQUESTED: Cashout = {
  code: 'CO-NEW2222222',
  amount: 4000,
  status: 'requested',
  card: '4169 •••• •••• 5670',
  requestedAt: '2026-11-25T09:00:00Z',
}
const PAID: Cashout = {
  ...REQUESTED,
  code: 'CO-PAAD2222ZZ',
  status: 'paid',
  decidedAt: '2026-11-25T09:30:00Z',
  finishedAt: '2026-11-25T09:30:05Z',
}
const DECLINED: Cashout = { ...PAID, code: 'CO-DECLAANED2', status: 'declined', amount: 2500, reason: 'Kart başqa şəxsə məxsusdur' }

const adminCashout = (cashout: Cashout): AdminCashout => ({
  cashout,
  accountId: 50,
  fullName: 'Leyla Həsənova',
  tries: 0,
  isStuck: false,
  needsTwoPeople: false,
})
/** The bank does not report the result of this payment. */
const STUCK: AdminCashout = {
  ...adminCashout({ ...REQUESTED, code: 'CO-STUCK22222', status: 'sent' }),
  provider: 'epoint',
  tries: 12,
  failure: 'refused_again',
  isStuck: true,
}

interface CashoutsState {
  overview: Omit<CashoutOverview, 'cashouts'>
  mine: Cashout[]
  adminCashouts: AdminCashout[]
  /** The idempotency keys of the requests. */
  keys: string[]
}

const fresh = (): CashoutsState => ({
  overview: { available: 2150, minimum: 2000, maximum: 500_000 },
  mine: [{ ...PAID }, { ...DECLINED }],
  adminCashouts: [adminCashout(REQUESTED), { ...STUCK }, adminCashout(PAID)],
  keys: [],
})

export const cashouts = fresh()
export const resetCashouts = () => Object.assign(cashouts, fresh())
