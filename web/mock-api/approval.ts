// The approval of large refunds and cash-outs in the mock API. Two members of staff must approve them, and the second approval pays.
import type { Refund } from '~shared/api/types'
import { USER } from './profile-state'

/**
 * Returns what an approval by the mock's account means: the first of two approvals, the final one that pays, or a refusal because this
 * account has given the first one.
 */
export function approvalOf(payment: Pick<Refund, 'needsTwoPeople' | 'firstApproval'> | undefined): 'first' | 'final' | 'refused' {
  if (!payment?.needsTwoPeople) return 'final'
  if (!payment.firstApproval) return 'first'
  return payment.firstApproval.accountId === USER.id ? 'refused' : 'final'
}
