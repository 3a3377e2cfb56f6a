// The page of the services of the backend. A parked event is one that a service failed to apply several times.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { SERVICES, systemQuery } from '~admin/features/system/api'
import { ParkedList } from '~admin/features/system/parked-list'
import { ServiceCard } from '~admin/features/system/service-card'
import { choiceParam } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const service = choiceParam(SERVICES, search, 'xidmet')
  return (
    <AdminPage needs="system_read" isWide title={t('adminSystem.title')} text={t('adminSystem.text')}>
      <Services />
      <ParkedList key={service} service={service} />
    </AdminPage>
  )
}

function Services() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(systemQuery(locale))
  return (
    <section aria-labelledby="services-title" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="services-title" className="text-xl">
        {t('adminSystem.services')}
      </h2>
      {!data && (isError ? <LoadFailure onRetry={() => void refetch()} /> : <ListSkeleton />)}
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 2xl:grid-cols-3">
        {data?.data.services.map((state) => (
          <ServiceCard key={state.service} state={state} />
        ))}
      </ul>
    </section>
  )
}
