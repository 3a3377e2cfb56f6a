import { Plus } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { promoColumns } from '~admin/features/exports/columns'
import { promosQuery } from '~admin/features/promos/api'
import { PromoRow } from '~admin/features/promos/promo-row'
import { adminPaths, promoFilter, PROMO_STATUSES } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { AdminPage, PagedList, SearchBox } from '~admin/ui/admin-page'
import { SavedViews } from '~admin/ui/saved-views'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'

/** The status and the beginning of the code are in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const filter = promoFilter(search)
  const { status, code = '' } = filter
  const choices = [
    { to: adminPaths.promos({ code }), label: t('campaigns.promos.all'), isCurrent: status === undefined },
    ...PROMO_STATUSES.map((option) => ({
      to: adminPaths.promos({ status: option, code }),
      label: t(`campaigns.promos.status.${option}`),
      isCurrent: option === status,
    })),
  ]
  return (
    <AdminPage
      needs="promotions_read"
      title={t('campaigns.promos.title')}
      text={t('campaigns.promos.text')}
      action={
        <IfMay permission="promotions_write">
          <ButtonLink to={adminPaths.newPromo()}>
            <Plus aria-hidden className="size-5" />
            {t('campaigns.promos.new')}
          </ButtonLink>
        </IfMay>
      }
    >
      <SavedViews list="promos" />
      <SearchBox
        search={t('campaigns.promos.search')}
        label={t('campaigns.promos.label.code')}
        typed={code}
        onSearch={(typed) => void navigate(adminPaths.promos({ status, code: typed }))}
        placeholder="NOVRUZ2027"
        autoCapitalize="characters"
      />
      <FilterLinks label={t('campaigns.promos.statuses')} choices={choices} />
      <PagedList
        key={`${status ?? ''} ${code}`}
        queryOf={(page) => promosQuery(locale, filter, page)}
        keyOf={({ id }) => id}
        countText={(count) => t('campaigns.promos.count', { count })}
        exported={{ list: 'promos', columns: promoColumns({ t, locale }) }}
        empty={
          <EmptyState
            picture={emptySearch}
            title={t('campaigns.promos.empty')}
            text={t(code ? 'campaigns.promos.emptySearch' : 'campaigns.promos.emptyText')}
          >
            {!code && (
              <IfMay permission="promotions_write">
                <ButtonLink to={adminPaths.newPromo()}>{t('campaigns.promos.new')}</ButtonLink>
              </IfMay>
            )}
          </EmptyState>
        }
      >
        {(promo) => <PromoRow key={promo.id} promo={promo} />}
      </PagedList>
    </AdminPage>
  )
}
