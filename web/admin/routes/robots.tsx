// The page of robots.txt, which tells search engines what to read. Operators add lines to those of the shop.
import { robotsQuery, saveRobots, useRefreshSeo } from '~admin/features/seo/api'
import { AdminPage } from '~admin/ui/admin-page'
import { SeoLinks } from '~admin/ui/area-links'
import { useFreshQuery, useDraftForm } from '~admin/ui/forms'
import { FormArea } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { toast } from '~shared/ui/toast-store'
import { RobotsSchema } from '../features/seo/robots-rules'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage needs="seo_read" title="robots.txt" text={t('adminSite.robots.text')}>
      <SeoLinks />
      <Robots />
    </AdminPage>
  )
}

function Robots() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFreshQuery(robotsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <RobotsForm saved={data.data} /> : <ListSkeleton />
}

/** Typed text is kept until it is saved or the tab is closed. */
function RobotsForm({ saved }: { saved: { text: string } }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshSeo()
  const sendForm = useDraftForm({
    draftName: 'robots',
    schema: RobotsSchema,
    values: saved,
    labels: { text: t('adminSite.robots.lines') },
    send: (typed) => saveRobots(locale, typed),
    valuesAfterSave: ({ data }) => data,
    onSaved: () => {
      toast.good(t('adminSite.saved'))
      return refresh()
    },
  })
  return (
    <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
      <SendForm form={sendForm} submit={t('adminSite.save')}>
        <FormArea name="text" optional rows={10} hint={t('adminSite.robots.hint')} spellCheck={false} autoCapitalize="none" lang="en" />
      </SendForm>
    </div>
  )
}
