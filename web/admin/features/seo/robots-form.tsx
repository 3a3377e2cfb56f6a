import { FormArea } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useKeptForm } from '~admin/ui/use-kept-form'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { saveRobots, useRefreshSeo } from './mutations'
import { RobotsSchema } from './rules'

/** What crawlers are told beyond what the shop says itself. */
export function RobotsForm({ known }: { known: { text: string } }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshSeo()
  const form = useKeptForm({
    about: 'robots',
    schema: RobotsSchema,
    values: known,
    labels: { text: t('office.robots.lines') },
    send: (typed) => saveRobots(locale, typed),
    valuesOf: ({ data }) => data,
    onSaved: () => {
      toast.good(t('office.saved'))
      return refresh()
    },
  })
  return (
    <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
      <SendForm form={form} submit={t('office.save')}>
        <FormArea name="text" optional rows={10} hint={t('office.robots.hint')} spellCheck={false} autoCapitalize="none" lang="en" />
      </SendForm>
    </div>
  )
}
