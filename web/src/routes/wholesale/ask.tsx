import { useNavigate, useSearchParams } from 'react-router'
import { RequestForm } from '~/features/wholesale/request-form'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { usePage } from '~shared/lib/use-page'
import { wholesalePaths } from '~shared/lib/wholesale-paths'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'

const STEPS = ['ask', 'quote', 'accept', 'deliver'] as const

/** What wholesale is, step by step, and the form to ask for a quote. */
export function Component() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  usePage(t('common.titleOf', { name: t('wholesale.title') }))
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={[{ name: t('common.home'), to: paths.home() }]} page={t('wholesale.title')} />
      <h1 tabIndex={-1} className="mt-1 text-3xl sm:text-4xl">
        {t('wholesale.title')}
      </h1>
      <p className="mt-2 max-w-2xl text-muted text-pretty">{t('wholesale.intro')}</p>
      <div className="mt-7 grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
        <ol className="grid gap-6">
          {STEPS.map((step, at) => (
            <li key={step}>
              <h2 className="text-lg">
                {at + 1}. {t(`wholesale.steps.${step}.title`)}
              </h2>
              <p className="text-muted text-pretty">{t(`wholesale.steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
        <section aria-labelledby="ask" className="rounded-xl border border-line bg-surface p-5 sm:p-7">
          <h2 id="ask" className="mb-5 text-xl">
            {t('wholesale.form.title')}
          </h2>
          <RequestForm product={search.get('mehsul')} onAsked={(code, token) => void navigate(wholesalePaths.request(code, token))} />
        </section>
      </div>
    </>
  )
}
