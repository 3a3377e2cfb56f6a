import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { WholesaleRequest } from '~shared/api/types'
import { lastDay } from '~/features/bonuses/rules'
import { failureText, isDefinite } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { date } from '~shared/i18n/dates'
import { useIdempotencyKey } from '~shared/lib/idempotency-key'
import { leave } from '~/lib/leave'
import { fileOf } from '~shared/lib/paths'
import { Button, buttonClass } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { type PaymentMethod, payQuote } from '~shared/features/wholesale/mutations'

interface PayPanelProps {
  request: WholesaleRequest
  token: string
  onChanged: () => Promise<unknown>
}

/** Pays an accepted wholesale quote by bank transfer or by card. */
export function PayPanel({ request, token, onChanged }: PayPanelProps) {
  const { t, locale } = useI18n()
  const idempotencyKey = useIdempotencyKey()
  const { code, order, invoice, quote } = request
  const { mutate, isPending } = useMutation({
    mutationFn: (paymentMethod: PaymentMethod) => {
      const payment = { token, paymentMethod }
      return payQuote(locale, code, payment, idempotencyKey.keyFor(payment))
    },
    onSuccess: async ({ data }) => {
      idempotencyKey.discard()
      if (data.payment?.redirectUrl) return leave(data.payment.redirectUrl)
      await onChanged()
    },
    onError: (error) => {
      // After a lost response the payment may have begun, so the next attempt repeats this one.
      if (isDefinite(error)) idempotencyKey.discard()
      toast.bad(failureText(t, error))
    },
  })
  if (!order || !quote) return null
  // The deadline is absent unless the order waits for payment.
  const { payUntil } = order
  const isByTransfer = order.paymentMethod === 'transfer'
  // A transfer needs the tax number (VÖEN) of a company.
  const canPayByTransfer = request.canTransfer && request.voen !== undefined
  // A card payment is for the full amount, so after a first transfer the rest must be transferred, too.
  const hasBegun = (invoice?.received ?? 0) > 0
  return (
    <div className="grid gap-4">
      <p>{t(isByTransfer ? 'wholesale.pay.transferText' : 'wholesale.pay.cardText', { order: order.code })}</p>
      {payUntil && <p className="font-medium">{t('wholesale.pay.until', { date: date(locale, lastDay(payUntil)) })}</p>}
      {isByTransfer && invoice && (
        <dl className="grid gap-1.5">
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{t('wholesale.pay.invoice')}</dt>
            <dd className="tabular-nums">{invoice.number}</dd>
          </div>
          <div className="flex justify-between gap-4">
            <dt className="text-muted">{t('wholesale.pay.received')}</dt>
            <dd className="tabular-nums">{money(invoice.received)}</dd>
          </div>
          <div className="flex justify-between gap-4 font-semibold">
            <dt>{t('wholesale.pay.due')}</dt>
            <dd className="tabular-nums">{money(invoice.due)}</dd>
          </div>
        </dl>
      )}
      <div className="flex flex-wrap gap-3">
        {isByTransfer && invoice && (
          <a href={fileOf(code, token, 'invoice')} target="_blank" rel="noreferrer" className={buttonClass()}>
            <Download aria-hidden className="size-4.5" />
            {t('wholesale.pay.file')}
          </a>
        )}
        {payUntil && !hasBegun && (
          <Button look={isByTransfer ? 'secondary' : 'primary'} busy={isPending} disabled={isPending} onClick={() => mutate('card')}>
            {t('wholesale.pay.byCard', { total: money(quote.total) })}
          </Button>
        )}
        {payUntil && !isByTransfer && canPayByTransfer && (
          <Button look="secondary" busy={isPending} disabled={isPending} onClick={() => mutate('transfer')}>
            {t('wholesale.pay.byTransfer')}
          </Button>
        )}
      </div>
    </div>
  )
}
