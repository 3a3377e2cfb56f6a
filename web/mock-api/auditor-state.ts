// State of the mocked auditor, which compares ledger, orders, stock and banks. A finding is a difference.
import type { AuditRun, Finding } from '~shared/api/types'

const AREAS: AuditRun['results'][number]['area'][] = [
  'movements',
  'ledger',
  'charges',
  'refunds',
  'orders',
  'slots',
  'promos',
  'bonuses',
  'earnings',
  'stock',
  'counts',
  'bank',
]

/** A finished nightly run. */
const auditRun = (id: number, differing: number, overrides: Partial<AuditRun> = {}): AuditRun => ({
  id,
  isNightly: true,
  // The last digit of the day is the id.
  askedAt: `2026-11-2${id}T23:00:00Z`,
  startedAt: `2026-11-2${id}T23:00:01Z`,
  finishedAt: `2026-11-2${id}T23:00:09Z`,
  results: AREAS.map((area) => ({
    area,
    compared: area === 'slots' ? 1 : 480,
    differing: area === 'slots' ? differing : 0,
    hasFailed: false,
  })),
  ...overrides,
})

const finding = (id: number, overrides: Partial<Finding>): Finding => ({
  id,
  area: 'slots',
  subject: 'baku-2026-11-26-10',
  field: 'taken',
  expected: '3',
  found: '4',
  firstFoundAt: '2026-11-23T23:00:01Z',
  lastFoundAt: '2026-11-24T23:00:01Z',
  ...overrides,
})

const fresh = () => ({
  runs: [auditRun(4, 2), auditRun(3, 0)],
  findings: [
    finding(3, { area: 'bank', subject: 'SQ-7K4M-29/1', field: 'bank', expected: 'returned 0', found: 'paid 4500' }),
    finding(2, {}),
    finding(1, {
      area: 'stock',
      subject: 'SQ-7K4M-29',
      field: 'reservation',
      expected: 'sold',
      found: 'none',
      goneAt: '2026-11-22T23:00:01Z',
    }),
  ],
})

export const audit = fresh()
export const resetAudit = () => void Object.assign(audit, fresh())

/** Adds a run that an operator has requested, and that has not started yet. */
export function startRun() {
  const id = (audit.runs[0]?.id ?? 0) + 1
  const requestedRun: AuditRun = { id, isNightly: false, askedAt: '2026-11-25T10:00:00Z', results: [] }
  audit.runs = [requestedRun, ...audit.runs]
  return id
}
