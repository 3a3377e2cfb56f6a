// A shopper's actions on an order.

import { CircleQuestionMark, ReceiptText, Undo2, X } from 'lucide-react'
import * as v from 'valibot'
import { focusHeading } from '~/lib/focus-heading'
import { useLayer } from '~/lib/use-layer'
import type { Order } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { optionalText } from '~shared/features/forms/rules'
import { ReasonButtons, SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { RefundForm } from '~shared/features/orders/refund-form'
import { useI18n, useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { Sheet } from '~shared/ui/sheet'
import { toast } from '~shared/ui/toast-store'
import { cancelOrder, requestRefund, useOrderChange } from '../mutations'
import { ReorderButton } from './reorder-button'

/** The server decides what is possible. */
export function Actions({ order }: { order: Order }) {
  const t = useT()
  const cancelling = useLayer('cancel')
  const refunding = useLayer('refund')
  return (
    <div className="grid gap-2.5 *:w-full">
      <ReorderButton order={order} size="lg" />
      <ButtonLink to={paths.receipt(order.code)} look="secondary" size="lg">
        <ReceiptText aria-hidden className="size-5" />
        {t('orders.receipt.open')}
      </ButtonLink>
      {order.canRefund && (
        <Button look="secondary" size="lg" aria-haspopup="dialog" onClick={refunding.open}>
          <Undo2 aria-hidden className="size-5" />
          {t('orders.refund.open')}
        </Button>
      )}
      {order.canCancel && (
        <Button look="quiet" size="lg" aria-haspopup="dialog" onClick={cancelling.open}>
          <X aria-hidden className="size-5" />
          {t('orders.cancel.open')}
        </Button>
      )}
      <ButtonLink to={paths.help()} look="quiet" size="lg">
        <CircleQuestionMark aria-hidden className="size-5" />
        {t('account.help.title')}
      </ButtonLink>
      <Sheet title={t('orders.cancel.title', { code: order.code })} open={cancelling.isOpen && order.canCancel} onClose={cancelling.close}>
        <CancelForm order={order} onClose={cancelling.close} />
      </Sheet>
      <Sheet title={t('orders.refund.title')} open={refunding.isOpen && order.canRefund} onClose={refunding.close}>
        <OwnRefund order={order} onClose={refunding.close} />
      </Sheet>
    </div>
  )
}

function OwnRefund({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { refetchOrders } = useOrderChange()
  return (
    <RefundForm
      order={order}
      withPhotos
      moneyText={t(order.paymentMethod === 'cash' ? 'orders.refund.byCash' : 'orders.refund.byCard')}
      send={(refund, idempotencyKey) => requestRefund(locale, order.code, refund, idempotencyKey)}
      onSent={async ({ amount }) => {
        await refetchOrders()
        toast.good(t('orders.refund.sent', { amount: money(amount) }))
        onClose()
        focusHeading()
      }}
      onClose={onClose}
    />
  )
}

const MAX_REASON_LENGTH = 500
const REASONS = ['mind', 'address', 'time', 'elsewhere'] as const
const schema = v.object({ reason: optionalText(MAX_REASON_LENGTH) })

/** Asks for confirmation, because the goods are for sale again at once. */
function CancelForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { showOrder } = useOrderChange()
  const form = useSendForm({
    schema,
    values: { reason: '' },
    labels: { reason: t('orders.cancel.reason') },
    send: ({ reason }) => cancelOrder(locale, order.code, reason),
    onSent: ({ data }) => {
      showOrder(data)
      toast.good(t('orders.cancel.done'))
      onClose()
      focusHeading()
    },
  })
  const isPaid = order.paymentStatus === 'paid' || order.paymentStatus === 'partly_refunded'
  return (
    <div className="grid gap-5">
      <p className="rounded-lg bg-sunken px-4 py-3 text-pretty">
        {isPaid ? t('orders.cancel.paid', { amount: money(order.amounts.total - order.amounts.refunded) }) : t('orders.cancel.unpaid')}
      </p>
      <SendForm
        form={form}
        submit={t('orders.cancel.submit')}
        beside={
          <Button look="quiet" size="lg" onClick={onClose}>
            {t('orders.cancel.keep')}
          </Button>
        }
      >
        <ReasonButtons
          label={t('orders.cancel.reasons')}
          reasons={REASONS.map((reason) => t(`orders.cancel.why.${reason}`))}
          onChoose={(reason) => form.form.setValue('reason', reason)}
        />
        <FormArea name="reason" rows={2} optional />
      </SendForm>
    </div>
  )
}
