// One refund in the list of refunds: a customer asks for money back for goods of an order, and an operator decides.
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '~admin/paths'
import type { Refund } from '~shared/api/types'
import { methodText } from '~shared/features/orders/badges'
import { UploadedPhotos } from '~shared/features/orders/refund-photos'
import { RefundBadge, linesText } from '~shared/features/orders/refunds'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { Skeleton } from '~shared/ui/states'
import { RelativeTime } from '~shared/ui/relative-time'
import { adminOrderQuery } from '../orders/api'
import { IfMay } from '~admin/session/access'
import { SecondPersonNote, useHasApproved } from '../two-people/second-person'
import { ApproveForm, RefuseForm } from './refund-forms'

export function RefundCard({ refund }: { refund: Refund }) {
  const { t, locale } = useI18n()
  const order = useQuery(adminOrderQuery(locale, refund.orderCode)).data?.data
  const hasApproved = useHasApproved(refund)
  const [answering, setAnswering] = useState<'approve' | 'refuse' | null>(null)
  const close = () => setAnswering(null)
  const nameOf = (act: string) => t('admin.refunds.of', { act, code: refund.orderCode })
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg tabular-nums">
          <Link
            to={adminPaths.order(refund.orderCode)}
            className="inline-flex min-h-11 items-center hover:text-accent-text hover:underline"
          >
            {refund.orderCode}
          </Link>
        </h2>
        <RefundBadge status={refund.status} />
        <RelativeTime at={refund.createdAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <p className="text-2xl font-bold tracking-tight tabular-nums">
        {money(refund.amount)}
        {refund.bonusAmount > 0 && (
          <span className="block text-sm font-medium text-good">{t('orders.refund.bonuses', { amount: money(refund.bonusAmount) })}</span>
        )}
        {order && (
          <span className="block text-sm font-normal tracking-normal text-muted">
            {t('admin.refunds.ofTotal', { total: money(order.amounts.total) })}, {methodText(t, order)}
          </span>
        )}
      </p>
      {order ? <p className="text-[0.9375rem] text-muted">{linesText(refund, order)}</p> : <Skeleton className="h-5 w-2/3" />}
      <p className="rounded-lg bg-sunken px-4 py-3 leading-relaxed whitespace-pre-line wrap-anywhere">
        <strong className="block font-semibold">{t(`orders.refund.grounds.${refund.ground}`)}</strong>
        {refund.reason}
      </p>
      <UploadedPhotos pictures={refund.pictures} />
      {refund.answer && <p className="text-[0.9375rem] wrap-anywhere">{t('orders.refunds.answer', { answer: refund.answer })}</p>}
      {refund.status === 'requested' && <SecondPersonNote payment={refund} />}
      {refund.status === 'requested' && !answering && (
        <IfMay permission="refunds_decide">
          <div className="flex flex-wrap gap-2">
            <Button aria-label={nameOf(t('admin.refunds.approve'))} disabled={hasApproved} onClick={() => setAnswering('approve')}>
              <Check aria-hidden className="size-4.5" />
              {t('admin.refunds.approve')}
            </Button>
            <Button look="secondary" aria-label={nameOf(t('admin.refunds.refuse'))} onClick={() => setAnswering('refuse')}>
              <X aria-hidden className="size-4.5" />
              {t('admin.refunds.refuse')}
            </Button>
          </div>
        </IfMay>
      )}
      {answering === 'approve' && <ApproveForm refund={refund} onClose={close} />}
      {answering === 'refuse' && <RefuseForm refund={refund} onClose={close} />}
    </li>
  )
}
