import { useEffect } from 'react'
import * as v from 'valibot'
import type { TicketLetter } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { answerTicket, useRefreshTickets } from './api'

const MAX_LENGTH = 4000

const schema = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required')), v.maxLength(MAX_LENGTH, errorCode('too_long'))),
})

/** Mails an answer to the writer of the letter, which is then answered. */
export function AnswerForm({ ticket: { code, email }, onClose }: { ticket: TicketLetter; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshTickets()
  const sendForm = useSendForm({
    schema,
    values: { text: '' },
    labels: { text: t('adminSite.tickets.answerText') },
    send: ({ text }) => answerTicket(locale, code, text),
    onSent: async () => {
      toast.good(t('adminSite.tickets.sent', { email }))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('text'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('adminSite.tickets.send')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('adminSite.cancel')}
        </Button>
      }
    >
      <FormArea name="text" rows={5} hint={t('adminSite.tickets.answerHint', { email })} />
    </SendForm>
  )
}
