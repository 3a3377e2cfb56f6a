// The page of delivery zones: the zones, a preview of what shoppers see, and the days without delivery.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { zonesQuery } from '~admin/features/zones/api'
import { Holidays } from '~admin/features/zones/holidays'
import { Preview } from '~admin/features/zones/preview'
import { ZoneCard } from '~admin/features/zones/zone-card'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import { citiesQuery } from '~shared/features/addresses/queries'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage
      needs="rules_read"
      title={t('adminZones.title')}
      text={t('adminZones.text')}
      action={
        <IfMay permission="rules_write">
          <ButtonLink to={adminPaths.newZone()}>
            <Plus aria-hidden className="size-5" />
            {t('adminZones.new')}
          </ButtonLink>
        </IfMay>
      }
    >
      <Zones />
    </AdminPage>
  )
}

function Zones() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(zonesQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const { zones, uncoveredCityIds } = data.data
  return (
    <>
      <section aria-labelledby="zones" className="grid gap-4">
        <h2 id="zones" className="text-xl">
          {t('adminZones.all', { count: zones.length })}
        </h2>
        {uncoveredCityIds.length > 0 && <Uncovered ids={uncoveredCityIds} />}
        <ul className="grid gap-4">
          {zones.map((zone) => (
            <ZoneCard key={zone.id} zone={zone} />
          ))}
        </ul>
      </section>
      <Preview />
      <Holidays zones={zones} />
    </>
  )
}

/** Nothing can be delivered to cities that no zone covers. */
function Uncovered({ ids }: { ids: number[] }) {
  const { t, locale } = useI18n()
  const cities = useQuery(citiesQuery(locale)).data?.data ?? []
  const names = ids.map((id) => cities.find((city) => city.id === id)?.name ?? String(id))
  return (
    <div className="grid gap-1 rounded-lg bg-warn-soft px-4 py-3">
      <p className="font-semibold text-pretty">{t('adminZones.uncovered', { count: ids.length })}</p>
      <p className="text-pretty">{names.join(', ')}</p>
    </div>
  )
}
