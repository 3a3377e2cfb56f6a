import * as v from 'valibot'
import { post } from '~shared/api/http'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'

const SUBJECT = { shortest: 3, longest: 120 }
const TEXT = { shortest: 10, longest: 4000 }
const Schema = v.object({ subject: text(SUBJECT.longest, SUBJECT.shortest), text: text(TEXT.longest, TEXT.shortest) })

export function ReportForm({ onSent }: { onSent: () => void }) {
  const { t, locale } = useI18n()
  const form = useSendForm({
    schema: Schema,
    values: { subject: '', text: '' },
    labels: { subject: t('account.help.subject'), text: t('account.help.message') },
    send: (report) => post(locale, '/user/report', report),
    onSent,
  })
  return (
    <SendForm form={form} submit={t('account.help.submit')}>
      <FormText name="subject" autoComplete="off" maxLength={SUBJECT.longest} />
      <FormArea name="text" hint={t('account.help.messageHint')} maxLength={TEXT.longest} />
    </SendForm>
  )
}
