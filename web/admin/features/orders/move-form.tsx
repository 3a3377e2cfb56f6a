import { useEffect } from 'react'
import * as v from 'valibot'
import type { OrderStatus } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import type { FieldCode } from '~shared/features/forms/words'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { moveOrder, useDeskChange } from './mutations'

const LONGEST = 500

const says = (code: FieldCode) => code
const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, says('reason_required')), v.maxLength(LONGEST, says('too_long'))),
})

interface Props {
  code: string
  status: OrderStatus
  storeId?: number | undefined
  onClose: () => void
}

/** Taking an order off its way has a reason, for the shopper reads it. */
export function MoveForm({ code, status, storeId, onClose }: Props) {
  const { t, locale } = useI18n()
  const { show, refresh } = useDeskChange()
  const form = useSendForm({
    schema,
    values: { reason: '' },
    labels: { reason: t('desk.reason') },
    send: ({ reason }) => moveOrder(locale, code, { status, storeId, reason }),
    onSent: async ({ data }) => {
      show(data)
      toast.good(t('desk.moved', { code, status: t(`orders.status.${status}`) }))
      await refresh()
      onClose()
    },
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('reason'), [setFocus])
  return (
    <SendForm
      form={form}
      submit={t(`desk.move.${status}`)}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('desk.back')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} />
    </SendForm>
  )
}
