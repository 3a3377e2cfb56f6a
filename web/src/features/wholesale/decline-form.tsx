import { useState } from 'react'
import * as v from 'valibot'
import { FormArea } from '~shared/features/forms/fields'
import { optionalText } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { declineQuote } from '~shared/features/wholesale/mutations'

const LONGEST_REASON = 500
const Schema = v.object({ reason: optionalText(LONGEST_REASON) })

interface Props {
  code: string
  token: string
  onDeclined: () => Promise<unknown>
}

/** A no asks back once, and may have a reason. */
export function DeclineForm({ code, token, onDeclined }: Props) {
  const { t, locale } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const form = useSendForm({
    schema: Schema,
    values: { reason: '' },
    labels: { reason: t('wholesale.decline.reason') },
    send: ({ reason }) => declineQuote(locale, code, { token, ...(reason && { reason }) }),
    onSent: onDeclined,
  })
  if (!isOpen)
    return (
      <Button look="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('wholesale.decline.open')}
      </Button>
    )
  return (
    <SendForm
      form={form}
      submit={t('wholesale.decline.submit')}
      beside={
        <Button look="quiet" size="lg" onClick={() => setOpen(false)}>
          {t('wholesale.decline.back')}
        </Button>
      }
    >
      <FormArea name="reason" optional rows={2} maxLength={LONGEST_REASON} />
    </SendForm>
  )
}
