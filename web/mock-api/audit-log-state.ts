import type { Schemas } from '~shared/api/types'
import { USER } from './profile-state'

interface AuditLogState {
  entries: Schemas['AuditEntry'][]
  /** The services that do not answer. */
  missing: string[]
}

const HOUR_MS = 3600_000
const NEWEST = Date.parse('2026-11-20T12:00:00Z')

const entry = (index: number, overrides: Partial<Schemas['AuditEntry']>): Schemas['AuditEntry'] => ({
  id: 100 - index,
  service: 'order',
  at: new Date(NEWEST - index * HOUR_MS).toISOString(),
  accountId: USER.id,
  action: 'order_moved',
  subjectKind: 'order',
  subject: 'SQ-7K4M-29',
  before: '{"status":"waiting","stores":[17]}',
  after: '{"status":"confirmed","stores":[17],"note":"zəng edildi"}',
  address: '203.0.113.7',
  browser: 'Chrome',
  system: 'Windows',
  ...overrides,
})

const fresh = (): AuditLogState => ({
  entries: [
    entry(0, {}),
    entry(1, {
      service: 'auth',
      accountId: 8,
      action: 'customer_data_read',
      subjectKind: 'account',
      subject: '12',
      before: undefined,
      after: undefined,
      address: '',
      browser: '',
      system: '',
    }),
    ...Array.from({ length: 60 }, (_, index) =>
      entry(index + 2, { service: 'catalog', action: 'product_changed', subjectKind: 'product', subject: String(index) }),
    ),
  ],
  missing: [],
})

export const auditLog: AuditLogState = fresh()
export const resetAuditLog = () => Object.assign(auditLog, fresh())
