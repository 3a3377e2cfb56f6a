// The page that creates or edits a promo code. An existing code also has a trial, which shows what it takes off a cart.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { allStoresQuery } from '~admin/features/campaigns/api'
import { promoQuery } from '~admin/features/promos/api'
import { PromoForm } from '~admin/features/promos/promo-form'
import { PromoStatusBadge } from '~admin/features/promos/promo-row'
import { Trial } from '~admin/features/promos/trial'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { useRecentEntry } from '~admin/lib/recent'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { useFreshQuery } from '~admin/ui/forms'
import { isNotFound } from '~shared/api/failure'
import type { PromoChange } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { treeQuery } from '~shared/features/catalog/queries'
import { type Key, useI18n } from '~shared/i18n/context'
import { date, timeOfDay } from '~shared/i18n/dates'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'
import { EMPTY } from '../features/promos/rules'

/** Without an id in the address, the page creates a code. */
export function Component() {
  const { t } = useI18n()
  const { id } = useParams()
  return (
    <AdminPage
      needs="promotions_read"
      title={t(id === undefined ? 'campaigns.promos.new' : 'campaigns.promos.open')}
      text={t('campaigns.promos.text')}
    >
      <Editor key={id} id={id} />
    </AdminPage>
  )
}

function Editor({ id }: { id: string | undefined }) {
  const { t, locale } = useI18n()
  const stores = useQuery(allStoresQuery(locale))
  const tree = useQuery(treeQuery(locale))
  const promo = useFreshQuery({ ...promoQuery(locale, id ?? ''), enabled: id !== undefined })
  const existing = promo.data?.data
  useRecentEntry('promo', id, existing?.code)
  if (isNotFound(promo.error))
    return (
      <EmptyState picture={emptySearch} title={t('errors.promo_not_found.title')} text={t('campaigns.promos.emptyText')}>
        <ButtonLink to={adminPaths.promos()}>{t('campaigns.promos.back')}</ButtonLink>
      </EmptyState>
    )
  const retry = () => void Promise.all([stores.refetch(), tree.refetch(), id !== undefined && promo.refetch()])
  if ([stores, tree, promo].some(({ isError, data }) => isError && !data)) return <LoadFailure onRetry={retry} />
  // The form waits for a fresh version, because the server refuses an edit of an old one.
  if (!stores.data || !tree.data || (id !== undefined && !existing)) return <ListSkeleton />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {existing && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-xl font-bold wrap-anywhere">{existing.code}</p>
          <PromoStatusBadge status={existing.status} />
        </div>
      )}
      <PromoForm promo={existing} categories={tree.data.data} stores={stores.data.data} />
      {existing && <Trial promo={existing} />}
      {existing && <Changes changes={existing.changes} />}
    </div>
  )
}

function Changes({ changes }: { changes: PromoChange[] }) {
  const { t } = useI18n()
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="changes" className="text-xl">
        {t('campaigns.promos.history')}
      </h2>
      <ol className="divide-y divide-line">
        {changes.map((change) => (
          <Change key={`${change.at} ${change.action}`} change={change} />
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { action, at, operatorId, fields } }: { change: PromoChange }) {
  const { t, locale } = useI18n()
  const staffName = useStaffName()
  const labels = fields.filter((field) => field in EMPTY).map((field) => t(`campaigns.promos.label.${field}` as Key))
  return (
    <li className="grid gap-0.5 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
      <p className="font-medium">{t(`campaigns.promos.action.${action}`)}</p>
      <p className="text-sm text-muted tabular-nums">
        <time dateTime={at}>
          {date(locale, at)}, {timeOfDay(at)}
        </time>
        {`, ${staffName(operatorId)}`}
      </p>
      {action === 'changed' && <p className="text-[0.9375rem] text-muted wrap-anywhere sm:col-span-2">{labels.join(', ')}</p>}
    </li>
  )
}
