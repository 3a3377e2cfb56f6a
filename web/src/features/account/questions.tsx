import { ChevronDown } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'

/** What people ask most about their account, answered before they have to write. */
export function Questions() {
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
