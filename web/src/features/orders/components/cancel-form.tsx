import * as v from 'valibot'
import type { Order } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { Reasons } from '~shared/features/forms/reasons'
import { optionalText } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { focusHeading } from '~/lib/focus-heading'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { cancelOrder } from '../mutations'
import { useOrderChange } from '../use-order-change'

const LONGEST = 500
const WHY = ['mind', 'address', 'time', 'elsewhere'] as const
const schema = v.object({ reason: optionalText(LONGEST) })

/** A question before: what was reserved is for sale again at once. A reason helps, and may be left out. */
export function CancelForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, locale } = useI18n()
  const { show } = useOrderChange()
  const form = useSendForm({
    schema,
    values: { reason: '' },
    labels: { reason: t('orders.cancel.reason') },
    send: ({ reason }) => cancelOrder(locale, order.code, reason),
    onSent: ({ data }) => {
      show(data)
      toast.good(t('orders.cancel.done'))
      onClose()
      focusHeading()
    },
  })
  const paid = order.paymentStatus === 'paid' || order.paymentStatus === 'partly_refunded'
  return (
    <div className="grid gap-5">
      <p className="rounded-lg bg-sunken px-4 py-3 text-pretty">
        {paid ? t('orders.cancel.paid', { amount: money(order.amounts.total - order.amounts.refunded) }) : t('orders.cancel.unpaid')}
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
        <Reasons
          label={t('orders.cancel.reasons')}
          reasons={WHY.map((why) => t(`orders.cancel.why.${why}`))}
          onChoose={(reason) => form.form.setValue('reason', reason)}
        />
        <FormArea name="reason" rows={2} optional />
      </SendForm>
    </div>
  )
}
