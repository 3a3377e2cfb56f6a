// Large refunds and cash-outs need the approvals of two people. The second approval pays.
import { useStaff } from '~admin/session/store'
import type { Refund } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { RelativeTime } from '~shared/ui/relative-time'

type Approvable = Pick<Refund, 'needsTwoPeople' | 'firstApproval'>

/** Whether the signed-in user gave the first approval, so that somebody else has to give the second one. */
export function useHasApproved({ firstApproval }: Approvable): boolean {
  const account = useStaff(({ session }) => session?.user.id)
  return firstApproval !== undefined && firstApproval.accountId === account
}

export function SecondPersonNote({ payment }: { payment: Approvable }) {
  const { t } = useI18n()
  const hasApproved = useHasApproved(payment)
  const { needsTwoPeople, firstApproval } = payment
  if (!needsTwoPeople) return null
  if (!firstApproval) return <p className="text-[0.9375rem] font-medium">{t('admin.secondPerson.needed')}</p>
  return (
    <p className="text-[0.9375rem] font-medium">
      {hasApproved ? t('admin.secondPerson.own') : t('admin.secondPerson.waiting', { account: firstApproval.accountId })}{' '}
      <RelativeTime at={firstApproval.at} className="font-normal text-muted" />
    </p>
  )
}
