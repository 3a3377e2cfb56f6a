import { useEffect } from 'react'
import * as v from 'valibot'
import { FormArea } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import type { FieldCode } from '~shared/features/forms/words'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { declineCashout, useCashoutRefresh } from './cashout-queries'

const LONGEST = 500

const says = (code: FieldCode) => code
const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, says('reason_required')), v.maxLength(LONGEST, says('too_long'))),
})

/** Asks for the reason, which the blogger reads. */
export function DeclineCashout({ code, onClose }: { code: string; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useCashoutRefresh()
  const form = useSendForm({
    schema,
    values: { reason: '' },
    labels: { reason: t('desk.cashouts.reason') },
    send: ({ reason }) => declineCashout(locale, code, reason),
    onSent: async () => {
      toast.good(t('desk.cashouts.declined'))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('reason'), [setFocus])
  return (
    <SendForm
      form={form}
      submit={t('desk.cashouts.decline')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('desk.back')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} hint={t('desk.cashouts.reasonHint')} />
    </SendForm>
  )
}
