// The section of a customer's page about blocking. A blocked account cannot sign in.
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { IfMay } from '~admin/session/access'
import { ConfirmButton } from '~admin/ui/confirm-button'
import { FormArea } from '~shared/features/forms/fields'
import { text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { blockCustomer, type Customer, fullName, useCustomerAction, useCacheCustomer } from './api'

export function Blocking({ customer }: { customer: Customer }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const [isBlocking, setBlocking] = useState(false)
  const unblock = useCustomerAction(customer.accountId, 'unblock', t('adminStaff.customers.unblocked', { name: fullName(customer) }))
  const { block } = customer
  if (block)
    return (
      <>
        <div className="grid gap-1 rounded-lg bg-bad-soft px-4 py-3 text-bad">
          <p className="font-semibold">
            {t('adminStaff.customers.blockedAt', { time: dayAndTime(locale, block.at, now), number: block.blockedBy })}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{block.reason}</p>
        </div>
        <IfMay permission="customers_write">
          <div>
            <ConfirmButton
              label={t('adminStaff.customers.unblock')}
              confirm={t('adminStaff.customers.unblockNow')}
              isBusy={unblock.isPending}
              onConfirm={() => unblock.mutate()}
            />
          </div>
        </IfMay>
      </>
    )
  return (
    <>
      <p className="text-muted">{t('adminStaff.customers.notBlocked')}</p>
      <IfMay permission="customers_write">
        {isBlocking ? (
          <BlockForm customer={customer} onClose={() => setBlocking(false)} />
        ) : (
          <div>
            <Button look="secondary" onClick={() => setBlocking(true)}>
              {t('adminStaff.customers.block')}
            </Button>
          </div>
        )}
      </IfMay>
    </>
  )
}

const REASON_LENGTH = { min: 3, max: 500 }
const ReasonSchema = v.object({ reason: text(REASON_LENGTH.max, REASON_LENGTH.min) })

function BlockForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t, locale } = useI18n()
  const show = useCacheCustomer()
  const sendForm = useSendForm({
    schema: ReasonSchema,
    values: { reason: '' },
    labels: { reason: t('adminStaff.customers.reason') },
    send: ({ reason }) => blockCustomer(locale, customer.accountId, reason),
    onSent: ({ data }) => {
      show(data)
      toast.good(t('adminStaff.customers.blocked', { name: fullName(customer) }))
      onClose()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('reason'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('adminStaff.customers.blockNow')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('adminStaff.cancel')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} hint={t('adminStaff.customers.reasonHint')} />
    </SendForm>
  )
}
