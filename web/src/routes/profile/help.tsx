// Reports a problem to support.

import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronDown, CircleCheck, Mail, MessageCircle, Phone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { AccountPage, Card } from '~/features/account/page'
import { chatLink } from '~/features/content/contact-links'
import { post } from '~shared/api/http'
import { settingsQuery } from '~shared/features/content/queries'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { phoneText } from '~shared/lib/text'
import { Button, ButtonLink } from '~shared/ui/button'

export function Component() {
  const t = useT()
  const [isSent, setSent] = useState(false)
  return (
    <AccountPage title={t('account.help.title')} text={isSent ? undefined : t('account.help.text')}>
      {isSent ? (
        <Sent onAgain={() => setSent(false)} />
      ) : (
        <Card>
          <ReportForm onSent={() => setSent(true)} />
        </Card>
      )}
      <Questions />
      <Contacts />
    </AccountPage>
  )
}

/** Replaces the form after sending, so that the success is obvious. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex max-w-2xl gap-4 rounded-xl bg-good-soft p-5">
      <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-good" />
      <div className="grid justify-items-start gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {t('account.help.sent')}
        </h2>
        <p className="text-pretty">{t('account.help.sentText')}</p>
        <Button look="secondary" className="mt-1" onClick={onAgain}>
          {t('account.help.again')}
        </Button>
      </div>
    </section>
  )
}

const SUBJECT = { min: 3, max: 120 }
const TEXT = { min: 10, max: 4000 }
const Schema = v.object({ subject: text(SUBJECT.max, SUBJECT.min), text: text(TEXT.max, TEXT.min) })

function ReportForm({ onSent }: { onSent: () => void }) {
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
      <FormText name="subject" autoComplete="off" maxLength={SUBJECT.max} />
      <FormArea name="text" hint={t('account.help.messageHint')} maxLength={TEXT.max} />
    </SendForm>
  )
}

function Contacts() {
  const { t, locale } = useI18n()
  const { email, phoneNumber, whatsapp } = useSuspenseQuery(settingsQuery(locale)).data.data.contact
  const links = [
    { Icon: Mail, label: t('account.email.word'), text: email, href: `mailto:${email}` },
    { Icon: MessageCircle, label: 'WhatsApp', text: phoneText(whatsapp), href: chatLink(whatsapp) },
    { Icon: Phone, label: t('account.phone'), text: phoneText(phoneNumber), href: `tel:${phoneNumber}` },
  ].filter(({ text }) => text)
  return (
    <ul className="grid max-w-2xl gap-3 sm:grid-cols-3">
      {links.map(({ Icon, label, text, href }) => (
        <li key={label}>
          <a href={href} className="grid h-full min-h-11 gap-1 rounded-xl border border-line bg-surface p-4 hover:border-line-strong">
            <Icon aria-hidden className="size-5 text-accent-text" />
            <span className="text-sm text-muted">{label}</span>
            <span className="font-semibold wrap-anywhere">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Questions() {
  const t = useT()
  const questions = [
    [t('account.help.faq.where.q'), t('account.help.faq.where.a')],
    [t('account.help.faq.back.q'), t('account.help.faq.back.a')],
    [t('account.help.faq.number.q'), t('account.help.faq.number.a')],
    [t('account.help.faq.email.q'), t('account.help.faq.email.a')],
    [t('account.help.faq.device.q'), t('account.help.faq.device.a')],
    [t('account.help.faq.reminder.q'), t('account.help.faq.reminder.a')],
  ] as const
  return (
    <section className="grid max-w-2xl gap-3" aria-labelledby="questions">
      <h2 id="questions" className="text-xl">
        {t('account.help.faq.title')}
      </h2>
      <div className="divide-y divide-line rounded-xl border border-line bg-surface">
        {questions.map(([question, answer]) => (
          <details key={question} name="questions" className="group px-5">
            <summary className="flex min-h-13 list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown aria-hidden className="size-4.5 shrink-0 text-muted transition-transform group-open:rotate-180" />
            </summary>
            <p className="pb-4 text-muted text-pretty">{answer}</p>
          </details>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink look="quiet" to={paths.faq()}>
          {t('account.help.faq.all')}
        </ButtonLink>
        <ButtonLink look="quiet" to={paths.guide()}>
          {t('account.help.guide')}
        </ButtonLink>
      </div>
    </section>
  )
}
