import type { Refund } from '~shared/api/types'
import { USER } from './profile-state'

/** An approval by the mock's account: the first of two, the payment, or a refusal because it gave the first itself. */
export function approvalOf(payment: Pick<Refund, 'needsTwoPeople' | 'firstApproval'> | undefined): 'first' | 'final' | 'refused' {
  if (!payment?.needsTwoPeople) return 'final'
  if (!payment.firstApproval) return 'first'
  return payment.firstApproval.accountId === USER.id ? 'refused' : 'final'
}
