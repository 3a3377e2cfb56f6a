import type { Refund } from '~shared/api/types'
import { USER } from './profile-state'

/** Two members of staff approve a large payment, and the second approval pays. The same person cannot approve twice. */
export function approvalOf(payment: Pick<Refund, 'needsTwoPeople' | 'firstApproval'> | undefined): 'first' | 'final' | 'refused' {
  if (!payment?.needsTwoPeople) return 'final'
  if (!payment.firstApproval) return 'first'
  return payment.firstApproval.accountId === USER.id ? 'refused' : 'final'
}
