// The page that edits the home page of the shop: a list of sections, such as shelves of products and banners.
import { homeVersionsQuery } from '~admin/features/home-page/api'
import { HomeForm } from '~admin/features/home-page/home-form'
import { ReadOnlyHome } from '~admin/features/home-page/read-only-home'
import { useMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import { useFreshQuery } from '~admin/ui/forms'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage needs="content_read" title={t('adminHome.title')} text={t('adminHome.text')}>
      <Editor />
    </AdminPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const mayWrite = useMay()('content_write')
  const { data, isError, refetch } = useFreshQuery(homeVersionsQuery(locale, 1))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  const newest = data?.data[0]
  if (!newest) return <ListSkeleton />
  return mayWrite ? <HomeForm newest={newest} /> : <ReadOnlyHome newest={newest} />
}
