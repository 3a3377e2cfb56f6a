import * as v from 'valibot'
import { post } from '~shared/api/http'
import { useAuth } from '~shared/features/auth/store'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { email, optionalPhone, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useDraftName, useKeepDraft } from '~shared/features/forms/use-draft'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'

const LONGEST_NAME = 100
const MESSAGE = { shortest: 10, longest: 4000 }
const Schema = v.object({
  name: text(LONGEST_NAME),
  email: email(),
  phoneNumber: optionalPhone(),
  message: text(MESSAGE.longest, MESSAGE.shortest),
})

/** Whoever is signed in need not say who they are. What is typed outlives a reload. */
export function ContactForm({ onSent }: { onSent: (code: string) => void }) {
  const { t, locale } = useI18n()
  const user = useAuth((state) => state.user)
  const draft = useDraftName('contact')
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  const form = useSendForm({
    schema: Schema,
    values: drafts.read(draft, { name, email: user?.email ?? '', phoneNumber: user?.phoneNumber ?? '', message: '' }),
    labels: {
      name: t('content.contact.name'),
      email: t('content.contact.email'),
      phoneNumber: t('content.contact.phone'),
      message: t('content.contact.message'),
    },
    send: ({ phoneNumber, ...rest }) => post(locale, '/contact-us', { ...rest, ...(phoneNumber && { phoneNumber }) }),
    onSent: ({ data }) => {
      drafts.drop(draft)
      onSent(data.code)
    },
  })
  useKeepDraft(draft, form)
  return (
    <SendForm form={form} submit={t('content.contact.send')} submitClass="max-sm:w-full">
      <FormText name="name" autoComplete="name" maxLength={LONGEST_NAME} />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <FormText
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('content.contact.emailHint')}
        />
        <FormText name="phoneNumber" type="tel" inputMode="tel" autoComplete="tel" optional />
      </div>
      <FormArea name="message" hint={t('content.contact.messageHint')} maxLength={MESSAGE.longest} />
    </SendForm>
  )
}
