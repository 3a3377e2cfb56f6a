import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ContactForm } from '~/features/contact/contact-form'
import { ContactWays } from '~/features/contact/contact-ways'
import { Ticket } from '~/features/contact/ticket'
import { contactQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'
import { ButtonLink } from '~shared/ui/button'

/** People first: how to reach them, and a form for what has time. */
export function Component() {
  const { t, locale } = useI18n()
  const contact = useSuspenseQuery(contactQuery(locale)).data.data
  const [code, setCode] = useState<string | null>(null)
  usePage(t('common.titleOf', { name: t('content.contact.title') }))
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
          <ContactWays contact={contact} />
          <ButtonLink look="secondary" to={paths.faq()}>
            {t('around.footer.faq')}
          </ButtonLink>
          <ButtonLink look="secondary" to={paths.guide()}>
            {t('around.footer.guide')}
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
          <Ticket code={code} onAgain={() => setCode(null)} />
        )}
      </div>
    </>
  )
}
