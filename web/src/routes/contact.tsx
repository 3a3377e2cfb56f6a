import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { ContactDetails } from '~/features/contact/contact-details'
import { post } from '~shared/api/http'
import { useAuth } from '~shared/features/auth/store'
import { contactQuery } from '~shared/features/content/queries'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { email, optionalPhone, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useDraftName, useKeepDraft, useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { Button, ButtonLink } from '~shared/ui/button'

export function Component() {
  const { t, locale } = useI18n()
  const contact = useSuspenseQuery(contactQuery(locale)).data.data
  const [code, setCode] = useState<string | null>(null)
  useDocumentHead(t('common.titleOf', { name: t('content.contact.title') }))
  return (
    <>
      <Breadcrumbs
        label={t('common.breadcrumbs')}
        crumbs={[{ name: t('common.home'), to: paths.home() }]}
        page={t('content.contact.title')}
      />
      <h1 tabIndex={-1} className="mt-1 text-3xl sm:text-4xl">
        {t('content.contact.title')}
      </h1>
      <p className="mt-2 max-w-2xl text-muted text-pretty">{t('content.contact.text')}</p>
      <div className="mt-7 grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
        <div className="grid gap-6">
          <ContactDetails contact={contact} />
          <ButtonLink look="secondary" to={paths.faq()}>
            {t('deferred.footer.faq')}
          </ButtonLink>
          <ButtonLink look="secondary" to={paths.guide()}>
            {t('deferred.footer.guide')}
          </ButtonLink>
        </div>
        {code === null ? (
          <section aria-labelledby="write" className="rounded-xl border border-line bg-surface p-5 sm:p-7">
            <h2 id="write" className="mb-5 text-xl">
              {t('content.contact.form')}
            </h2>
            <ContactForm onSent={setCode} />
          </section>
        ) : (
          <TicketSent code={code} onAgain={() => setCode(null)} />
        )}
      </div>
    </>
  )
}

/** Replaces the form after sending, so that the success is obvious. */
function TicketSent({ code, onAgain }: { code: string; onAgain: () => void }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex gap-4 rounded-xl bg-good-soft p-5 sm:p-7">
      <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-good" />
      <div className="grid justify-items-start gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t('content.contact.sent')}
        </h2>
        <p className="text-pretty">{t('content.contact.sentText')}</p>
        <p>
          <span className="block text-sm text-muted">{t('content.contact.ticket')}</span>
          <strong className="text-2xl tracking-wide tabular-nums select-all">{code}</strong>
        </p>
        <Button look="secondary" onClick={onAgain}>
          {t('content.contact.again')}
        </Button>
      </div>
    </section>
  )
}

const MAX_NAME_LENGTH = 100
const MESSAGE = { min: 10, max: 4000 }
const Schema = v.object({
  name: text(MAX_NAME_LENGTH),
  email: email(),
  phoneNumber: optionalPhone(),
  message: text(MESSAGE.max, MESSAGE.min),
})

/** Starts with the data of a signed-in user. A reload keeps what was typed. */
function ContactForm({ onSent }: { onSent: (code: string) => void }) {
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
    send: ({ phoneNumber, ...letter }) => post(locale, '/contact-us', { ...letter, ...(phoneNumber && { phoneNumber }) }),
    onSent: ({ data }) => {
      drafts.drop(draft)
      onSent(data.code)
    },
  })
  useKeepDraft(draft, form)
  return (
    <SendForm form={form} submit={t('content.contact.send')} submitClass="max-sm:w-full">
      <FormText name="name" autoComplete="name" maxLength={MAX_NAME_LENGTH} />
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
      <FormArea name="message" hint={t('content.contact.messageHint')} maxLength={MESSAGE.max} />
    </SendForm>
  )
}
