import { useNavigate, useSearchParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { AdminPage } from '~admin/ui/admin-page'
import { Queue } from '~admin/ui/queue'
import { SearchBox } from '~admin/ui/search-box'
import { RequestRow } from '~admin/features/wholesale/request-row'
import { deskListQuery, STATES } from '~shared/features/wholesale/queries'
import { useI18n } from '~shared/i18n/context'
import { adminPaths } from '~admin/paths'
import { EmptyState } from '~shared/ui/empty-state'
import { FilterLinks } from '~shared/ui/filter-links'

/** Wholesale requests, by their state or by what is searched for; both are in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = STATES.find((one) => one === search.get('veziyyet'))
  const text = search.get('axtaris') ?? ''
  const filter = { status, text: text || undefined }
  const choices = [
    { to: adminPaths.wholesale({ text }), label: t('wholesale.desk.all'), isCurrent: status === undefined },
    ...STATES.map((one) => ({
      to: adminPaths.wholesale({ status: one, text }),
      label: t(`wholesale.state.${one}`),
      isCurrent: one === status,
    })),
  ]
  return (
    <AdminPage title={t('wholesale.desk.title')} text={t('wholesale.desk.text')}>
      <SearchBox
        search={t('wholesale.desk.search')}
        label={t('wholesale.desk.find')}
        typed={text}
        onSearch={(typed) => void navigate(adminPaths.wholesale({ status, text: typed }))}
        placeholder="TS-7K4M-29"
      />
      <FilterLinks label={t('wholesale.desk.states')} choices={choices} />
      <Queue
        key={`${status ?? ''} ${text}`}
        queryOf={(page) => deskListQuery(locale, filter, page)}
        keyOf={({ code }) => code}
        counted={(count) => t('wholesale.desk.count', { count })}
        empty={<EmptyState picture={emptySearch} title={t('wholesale.desk.empty')} text={t('wholesale.desk.emptyText')} />}
      >
        {(request) => <RequestRow key={request.code} request={request} />}
      </Queue>
    </AdminPage>
  )
}
