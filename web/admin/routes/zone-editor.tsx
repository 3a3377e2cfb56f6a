// The page that creates or edits a delivery zone: places that are served alike, with the same fee, minimum and delivery windows.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { zoneQuery, zonesQuery } from '~admin/features/zones/api'
import { Deletion } from '~admin/features/zones/deletion'
import { Preview } from '~admin/features/zones/preview'
import { ZoneForm } from '~admin/features/zones/zone-form'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { useFreshQuery } from '~admin/ui/forms'
import { isNotFound } from '~shared/api/failure'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'

/** Without an id in the address, the page creates a zone. */
export function Component() {
  const { t } = useI18n()
  const { id } = useParams()
  return (
    <AdminPage
      needs="rules_write"
      title={t(id === undefined ? 'adminZones.new' : 'adminZones.one')}
      text={t(id === undefined ? 'adminZones.newText' : 'adminZones.editText')}
      action={
        <ButtonLink to={adminPaths.zones()} look="secondary">
          {t('adminZones.back')}
        </ButtonLink>
      }
    >
      {id === undefined ? <NewZone /> : <Editor key={id} id={id} />}
    </AdminPage>
  )
}

function NewZone() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useQuery(zonesQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data ? <ZoneForm zone={undefined} zones={data.data.zones} /> : <ListSkeleton />
}

function Editor({ id }: { id: string }) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const zones = useQuery(zonesQuery(locale))
  const { data, isError, error, refetch } = useFreshQuery(zoneQuery(locale, id))
  if (isNotFound(error))
    return (
      <EmptyState picture={emptySearch} title={t('errors.zone_not_found.title')} text={t('adminZones.missingText')}>
        <ButtonLink to={adminPaths.zones()}>{t('adminZones.back')}</ButtonLink>
      </EmptyState>
    )
  if ((isError && !data) || (zones.isError && !zones.data))
    return <LoadFailure onRetry={() => void Promise.all([refetch(), zones.refetch()])} />
  // The form waits for a fresh version, because the server refuses an edit of an old one.
  if (!data || !zones.data) return <ListSkeleton />
  return (
    <>
      <p className="text-xl font-bold wrap-anywhere">{data.data.title[locale]}</p>
      <ZoneForm zone={data.data} zones={zones.data.data.zones} />
      <Preview />
      <Deletion zone={data.data} onDeleted={() => void navigate(adminPaths.zones())} />
    </>
  )
}
