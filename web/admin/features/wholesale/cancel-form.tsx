import { useState } from 'react'
import * as v from 'valibot'
import { FormArea } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import type { FieldCode } from '~shared/features/forms/words'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { cancelRequest } from '~shared/features/wholesale/mutations'
import { useShowRequest } from './use-show-request'

const LONGEST_REASON = 500
const says = (code: FieldCode) => code
const Schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, says('reason_required')), v.maxLength(LONGEST_REASON, says('too_long'))),
})

/** The customer reads the reason. */
export function CancelForm({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const show = useShowRequest()
  const [isOpen, setOpen] = useState(false)
  const form = useSendForm({
    schema: Schema,
    values: { reason: '' },
    labels: { reason: t('wholesale.desk.cancel.reason') },
    send: ({ reason }) => cancelRequest(locale, code, reason),
    onSent: async ({ data }) => {
      toast.good(t('wholesale.desk.cancel.done'))
      setOpen(false)
      await show(data)
    },
  })
  if (!isOpen)
    return (
      <Button look="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('wholesale.desk.cancel.open')}
      </Button>
    )
  return (
    <SendForm
      form={form}
      submit={t('wholesale.desk.cancel.submit')}
      beside={
        <Button look="quiet" size="lg" onClick={() => setOpen(false)}>
          {t('desk.back')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} maxLength={LONGEST_REASON} />
    </SendForm>
  )
}
