// Buttons that move an order, or one store's part of it, to another status.
import { useEffect, useState } from 'react'
import { ConfirmButton } from '~admin/ui/confirm-button'
import * as v from 'valibot'
import type { Order, OrderStatus } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { Button, type Look } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { moveOrder, needsReason, nextStatuses, useRefreshOrders, useMoveOrder } from './api'
import { errorCode } from '~shared/features/forms/rules'

interface Props {
  order: Order
  /** The store whose part is moved instead of the whole order. */
  part?: Order['stores'][number]
  /** Appended to the buttons' accessible names. */
  name: string
}

/** The usual next step of the whole order stands out; moves that need a reason are quiet. */
function lookOfMove(move: OrderStatus, isUsual: boolean): Look {
  if (needsReason(move)) return 'quiet'
  return isUsual ? 'primary' : 'secondary'
}

/** The first possible status is the usual next step. */
export function MoveButtons({ order, part, name }: Props) {
  const t = useT()
  const { code } = order
  const { storeId, status } = part ?? { ...order, storeId: undefined }
  const { mutate, isPending, variables } = useMoveOrder(code)
  const pendingStatus = isPending ? variables.status : undefined
  const [asking, setAsking] = useState<OrderStatus | null>(null)
  const moves = nextStatuses(order, status)
  const isWholeOrder = storeId === undefined
  if (moves.length === 0) return null
  if (asking && moves.includes(asking)) return <MoveForm code={code} status={asking} storeId={storeId} onClose={() => setAsking(null)} />
  return (
    <ul aria-label={t('admin.moves', { name })} className="flex flex-wrap gap-2">
      {moves.map((move, index) => (
        <li key={move}>
          {move === 'delivered' ? (
            // A delivery is final, so it needs a confirmation.
            <ConfirmButton
              label={t('admin.move.delivered')}
              of={name}
              confirm={t('admin.confirmDelivered')}
              look={lookOfMove(move, isWholeOrder)}
              isBusy={pendingStatus === move}
              onConfirm={() => mutate({ status: move, storeId })}
            />
          ) : (
            <Button
              look={lookOfMove(move, isWholeOrder && index === 0)}
              busy={pendingStatus === move}
              disabled={isPending}
              onClick={() => (needsReason(move) ? setAsking(move) : mutate({ status: move, storeId }))}
            >
              {t(`admin.move.${move}`)}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const MAX_LENGTH = 500

const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('reason_required')), v.maxLength(MAX_LENGTH, errorCode('too_long'))),
})

interface MoveFormProps {
  code: string
  status: OrderStatus
  storeId?: number | undefined
  onClose: () => void
}

/** The shopper reads the reason of a cancellation or return. */
function MoveForm({ code, status, storeId, onClose }: MoveFormProps) {
  const { t, locale } = useI18n()
  const { show, refresh } = useRefreshOrders()
  const sendForm = useSendForm({
    schema,
    values: { reason: '' },
    labels: { reason: t('admin.reason') },
    send: ({ reason }) => moveOrder(locale, code, { status, storeId, reason }),
    onSent: async ({ data }) => {
      show(data)
      toast.good(t('admin.moved', { code, status: t(`orders.status.${status}`) }))
      await refresh()
      onClose()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('reason'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t(`admin.move.${status}`)}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.back')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} />
    </SendForm>
  )
}
