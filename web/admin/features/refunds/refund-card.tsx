// One refund in the list of refunds: a customer asks for money back for goods of an order, and an operator decides.
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import { adminPaths } from '~admin/paths'
import type { Refund } from '~shared/api/types'
import { FormArea, FormCheck } from '~shared/features/forms/fields'
import { errorCode, optionalText } from '~shared/features/forms/rules'
import { ReasonButtons, SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { methodText } from '~shared/features/orders/badges'
import { UploadedPhotos } from '~shared/features/orders/refund-photos'
import { RefundBadge, linesText } from '~shared/features/orders/refunds'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { Skeleton } from '~shared/ui/states'
import { toast } from '~shared/ui/toast-store'
import { RelativeTime } from '~shared/ui/relative-time'
import { decideRefund, adminOrderQuery, useRefreshOrders } from '../orders/api'
import { IfMay } from '~admin/session/access'
import { SecondPersonNote, useHasApproved } from '../two-people/second-person'

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

/** In characters. */
const MAX_LENGTH = 500
const ApproveSchema = v.object({ answer: optionalText(MAX_LENGTH), restock: v.boolean() })

/**
 * Only somebody who has inspected the goods knows whether they can be sold again. A large refund needs the approvals of two people: the
 * first approval pays nothing, and its answer is not used.
 */
function ApproveForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { refresh } = useRefreshOrders()
  const amount = money(refund.amount)
  const isFirst = refund.needsTwoPeople && !refund.firstApproval
  const pay = t(refund.way === 'cash' ? 'admin.refunds.giveCash' : 'admin.refunds.giveCard', { amount })
  const sendForm = useSendForm({
    schema: ApproveSchema,
    values: { answer: '', restock: false },
    labels: { restock: t('admin.refunds.restock'), answer: t('admin.refunds.answer') },
    send: ({ answer, restock }) => decideRefund(locale, refund.id, { approve: true, restock, ...(answer && { answer }) }),
    onSent: async ({ data }) => {
      toast.good(data.status === 'requested' ? t('admin.secondPerson.recorded') : t('admin.refunds.approved', { amount }))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('restock'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={isFirst ? t('admin.secondPerson.approve') : pay}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.back')}
        </Button>
      }
    >
      <FormCheck name="restock" />
      <FormArea name="answer" rows={2} optional hint={t('admin.refunds.answerHint')} />
    </SendForm>
  )
}

const REASONS = ['late', 'used', 'described'] as const

const RefuseSchema = v.object({
  answer: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('reason_required')), v.maxLength(MAX_LENGTH, errorCode('too_long'))),
})

/** The shopper reads the reason. */
function RefuseForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { refresh } = useRefreshOrders()
  const sendForm = useSendForm({
    schema: RefuseSchema,
    values: { answer: '' },
    labels: { answer: t('admin.refunds.answer') },
    send: ({ answer }) => decideRefund(locale, refund.id, { approve: false, restock: false, answer }),
    onSent: async () => {
      toast.good(t('admin.refunds.refused'))
      onClose()
      await refresh()
    },
  })
  const { setFocus, setValue } = sendForm.form
  useEffect(() => setFocus('answer'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('admin.refunds.refuse')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.back')}
        </Button>
      }
    >
      <ReasonButtons
        label={t('admin.refunds.reasons')}
        reasons={REASONS.map((why) => t(`admin.refunds.why.${why}`))}
        onChoose={(answer) => setValue('answer', answer, { shouldValidate: true })}
      />
      <FormArea name="answer" rows={2} hint={t('admin.refunds.answerHint')} />
    </SendForm>
  )
}
