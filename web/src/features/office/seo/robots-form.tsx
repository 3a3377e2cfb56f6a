import { FormArea } from '~/features/forms/fields'
import { SendForm } from '~/features/forms/send-form'
import { useDraftName, useKeepDraft } from '~/features/forms/use-draft'
import { useSendForm } from '~/features/forms/use-send-form'
import { useI18n } from '~/i18n/context'
import { drafts } from '~/lib/drafts'
import { toast } from '~/ui/toast-store'
import { saveRobots, useRefreshSeo } from './mutations'
import { RobotsSchema } from './rules'

/** What crawlers are told beyond what the shop says itself. */
export function RobotsForm({ known }: { known: { text: string } }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshSeo()
  const kept = useDraftName('robots')
  const form = useSendForm({
    schema: RobotsSchema,
    values: drafts.read(kept, known),
    labels: { text: t('office.robots.lines') },
    send: (typed) => saveRobots(locale, typed),
    onSent: async ({ data }) => {
      toast.good(t('office.saved'))
      form.form.reset(data)
      drafts.drop(kept)
      await refresh()
    },
  })
  useKeepDraft(kept, form)
  return (
    <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
      <SendForm form={form} submit={t('office.save')}>
        <FormArea name="text" optional rows={10} hint={t('office.robots.hint')} spellCheck={false} autoCapitalize="none" lang="en" />
      </SendForm>
    </div>
  )
}
