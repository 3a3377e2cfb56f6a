import { CircleQuestionMark, ReceiptText, Undo2, X } from 'lucide-react'
import type { Order } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useLayer } from '~/lib/use-layer'
import { Button, ButtonLink } from '~shared/ui/button'
import { Sheet } from '~shared/ui/sheet'
import { CancelForm } from './cancel-form'
import { RefundForm } from './refund-form'
import { ReorderButton } from './reorder-button'

/** What one may still do with an order. */
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
        <RefundForm order={order} onClose={refunding.close} />
      </Sheet>
    </div>
  )
}
