// A bonus is one qəpik that a purchase earns; it matures after the return period, and expires.
import type { BonusAccount, BonusTerms } from '~shared/api/types'

/** `basisPoints` and `spendShare` are in hundredths of a percent. */
export const TERMS: BonusTerms = {
  rates: [
    { title: 'Gül', basisPoints: 350, endsAt: '2026-12-31T20:00:00Z' },
    { title: 'Bütün məhsullar', basisPoints: 100 },
  ],
  returnDays: 14,
  validMonths: 12,
  noticeDays: 14,
  birthdayFactor: 2,
  spendShare: 3000,
  graceDays: 30,
}

const DATES = { at: '2026-11-20T10:00:00Z', maturesAt: '2026-12-04T20:00:00Z', expiresAt: '2027-12-04T20:00:00Z' }

const fresh = (): { account: BonusAccount } => ({
  account: {
    balance: 1250,
    pending: 90,
    maturing: [{ amount: 90, at: DATES.maturesAt }],
    expiring: [{ amount: 250, at: '2026-12-05T20:00:00Z' }],
    entries: [
      { kind: 'given_back', amount: 60, orderCode: 'SQ-9X2C-17', ...DATES },
      { kind: 'spent', amount: -150, orderCode: 'SQ-9X2C-17', ...DATES },
      { kind: 'expired', amount: -40, orderCode: 'SQ-2F9T-63', ...DATES },
      { kind: 'taken_back', amount: -10, orderCode: 'SQ-7K4M-29', ...DATES },
      { kind: 'earned', amount: 1390, orderCode: 'SQ-7K4M-29', ...DATES },
    ],
  },
})

export const bonuses = fresh()
export const resetBonuses = () => Object.assign(bonuses, fresh())
