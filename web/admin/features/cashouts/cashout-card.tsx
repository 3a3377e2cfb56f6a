// One cash-out (payment of a blogger's earnings to a card), with the forms that approve, decline or resolve it.
import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { Cashout, AdminCashout } from '~shared/api/types'
import { failureText } from '~shared/api/failure'
import { errorCode, qepikOf, typedAmount } from '~shared/features/forms/rules'
import { FormArea, FormRadios, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { CashoutBadge } from '~shared/features/influencer/cashout-badge'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { RelativeTime } from '~shared/ui/relative-time'
import { declineCashout, resolveCashout, useApproveCashout, useRefreshCashouts } from './api'
import { IfMay } from '~admin/session/access'
import { SecondPersonNote, useHasApproved } from '../two-people/second-person'

/** A large cash-out needs the approvals of two people. A stuck one is a payment whose result the bank does not report. */
export function CashoutCard({ entry }: { entry: AdminCashout }) {
  const { cashout, accountId, fullName, provider, transaction, tries, failure, isStuck } = entry
  const { t } = useI18n()
  const hasApproved = useHasApproved(entry)
  const [isDeclining, setDeclining] = useState(false)
  const approve = useApproveCashout(cashout.code, {
    onSuccess: ({ data }) =>
      toast.good(
        data.cashout.status === 'requested'
          ? t('admin.secondPerson.recorded')
          : t('admin.cashouts.approved', { amount: money(cashout.amount) }),
      ),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  const nameOf = (act: string) => t('admin.refunds.of', { act, code: cashout.code })
  const facts = [
    [t('admin.cashouts.blogger'), fullName ?? t('admin.cashouts.erased')],
    [t('admin.cashouts.account'), accountId],
    [t('admin.cashouts.card'), cashout.card],
    [t('admin.cashouts.provider'), provider],
    [t('admin.cashouts.transaction'), transaction],
    [t('admin.cashouts.tries'), tries > 0 ? tries : undefined],
    [t('admin.cashouts.failure'), failure],
    [t('admin.cashouts.paidAmount'), cashout.paidAmount === undefined ? undefined : money(cashout.paidAmount)],
  ].filter(([, value]) => value !== undefined)
  return (
    <li className="grid gap-3.5 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg tabular-nums">{cashout.code}</h2>
        <CashoutBadge status={cashout.status} />
        <RelativeTime at={cashout.requestedAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <p className="text-2xl font-bold tracking-tight tabular-nums">{money(cashout.amount)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.9375rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {cashout.reason && <p className="rounded-lg bg-sunken px-4 py-3 wrap-anywhere">{cashout.reason}</p>}
      {cashout.status === 'requested' && <SecondPersonNote payment={entry} />}
      {cashout.status === 'requested' && !isDeclining && (
        <IfMay permission="payouts_decide">
          <div className="flex flex-wrap gap-2">
            <Button
              aria-label={nameOf(t('admin.cashouts.approve'))}
              busy={approve.isPending}
              disabled={approve.isPending || hasApproved}
              onClick={() => approve.mutate()}
            >
              <Check aria-hidden className="size-4.5" />
              {t('admin.cashouts.approve')}
            </Button>
            <Button look="secondary" aria-label={nameOf(t('admin.cashouts.decline'))} onClick={() => setDeclining(true)}>
              <X aria-hidden className="size-4.5" />
              {t('admin.cashouts.decline')}
            </Button>
          </div>
        </IfMay>
      )}
      {isDeclining && <DeclineCashout code={cashout.code} onClose={() => setDeclining(false)} />}
      {isStuck && (
        <IfMay permission="payouts_decide">
          <ResolveCashout cashout={cashout} />
        </IfMay>
      )}
    </li>
  )
}

const MAX_LENGTH = 500

const DeclineSchema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('reason_required')), v.maxLength(MAX_LENGTH, errorCode('too_long'))),
})

function DeclineCashout({ code, onClose }: { code: string; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshCashouts()
  const sendForm = useSendForm({
    schema: DeclineSchema,
    values: { reason: '' },
    labels: { reason: t('admin.cashouts.reason') },
    send: ({ reason }) => declineCashout(locale, code, reason),
    onSent: async () => {
      toast.good(t('admin.cashouts.declined'))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('reason'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('admin.cashouts.decline')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.back')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} hint={t('admin.cashouts.reasonHint')} />
    </SendForm>
  )
}

const RESOLUTIONS = ['ask_again', 'paid', 'not_paid'] as const

const ResolveSchema = v.pipe(
  v.object({ resolution: v.picklist(RESOLUTIONS), paidAmount: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.check(({ resolution, paidAmount }) => resolution !== 'paid' || (qepikOf(paidAmount) ?? 0) > 0, errorCode('out_of_range')),
    ['paidAmount'],
  ),
)

/** The operator finds the result of the payment in the bank statement. */
function ResolveCashout({ cashout: { code, amount } }: { cashout: Cashout }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshCashouts()
  const sendForm = useSendForm({
    schema: ResolveSchema,
    values: { resolution: 'ask_again', paidAmount: typedAmount(amount) },
    labels: { resolution: t('admin.cashouts.resolution'), paidAmount: t('admin.cashouts.paidAmount') },
    send: ({ resolution, paidAmount }) => {
      const paid = resolution === 'paid' ? qepikOf(paidAmount) : undefined
      return resolveCashout(locale, code, paid === undefined ? { resolution } : { resolution, paidAmount: paid })
    },
    onSent: async () => {
      toast.good(t('admin.cashouts.resolved'))
      await refresh()
    },
  })
  const isPaid = sendForm.form.watch('resolution') === 'paid'
  return (
    <section className="grid gap-4 rounded-lg bg-bad-soft p-4">
      <h3 className="font-semibold text-bad">{t('admin.cashouts.stuck')}</h3>
      <p>{t('admin.cashouts.stuckText')}</p>
      <SendForm form={sendForm} submit={t('admin.cashouts.resolve')}>
        <FormRadios name="resolution" choices={RESOLUTIONS.map((value) => ({ value, label: t(`admin.cashouts.resolutions.${value}`) }))} />
        {isPaid && <FormText name="paidAmount" inputMode="decimal" hint={t('admin.cashouts.paidHint')} />}
      </SendForm>
    </section>
  )
}
