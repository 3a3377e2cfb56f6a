// The page of searches: what shoppers searched for in the shop.
import { useSearchParams } from 'react-router'
import { searchColumns } from '~admin/features/exports/columns'
import { PERIODS, searchesQuery, searchFilter } from '~admin/features/searches/api'
import { SearchRow } from '~admin/features/searches/search-row'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList } from '~admin/ui/admin-page'
import { SearchLinks } from '~admin/ui/area-links'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { FilterLinks } from '~shared/ui/filter-links'
import { EmptyState } from '~shared/ui/states'

export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const filter = searchFilter(search)
  const choices = [false, true].map((isEmpty) => ({
    to: adminPaths.searches({ ...filter, isEmpty }),
    label: t(isEmpty ? 'admin.searches.empty' : 'admin.searches.all'),
    isCurrent: isEmpty === filter.isEmpty,
  }))
  const periods = PERIODS.map((days) => ({
    to: adminPaths.searches({ ...filter, days }),
    label: t('admin.searches.lastDays', { count: days }),
    isCurrent: days === filter.days,
  }))
  return (
    <AdminPage needs="searches_read" isWide title={t('admin.searches.title')} text={t('admin.searches.text')}>
      <SearchLinks />
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-3">
        <FilterLinks label={t('admin.searches.which')} choices={choices} />
        <FilterLinks label={t('admin.searches.days')} choices={periods} />
      </div>
      <PagedList
        key={String(search)}
        queryOf={(page) => searchesQuery(locale, filter, page)}
        keyOf={({ language, query }) => `${language} ${query}`}
        countText={(count) => t('admin.searches.count', { count })}
        exported={{ list: 'searches', columns: searchColumns({ t, locale }) }}
        empty={
          <EmptyState
            picture={emptySearch}
            title={t(filter.isEmpty ? 'admin.searches.noMisses' : 'admin.searches.none')}
            text={t(filter.isEmpty ? 'admin.searches.noMissesText' : 'admin.searches.noneText')}
          />
        }
      >
        {(searched) => <SearchRow key={`${searched.language} ${searched.query}`} searched={searched} />}
      </PagedList>
    </AdminPage>
  )
}
