import { useNavigate, useSearchParams } from 'react-router'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { DeskPage } from '~/features/desk/desk-page'
import { Queue } from '~/features/desk/queue'
import { SearchBox } from '~/features/desk/search-box'
import { RequestRow } from '~/features/wholesale/desk/request-row'
import { deskListQuery, STATES } from '~/features/wholesale/queries'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'

/** Wholesale requests, by their state or by what is searched for; both are in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = STATES.find((one) => one === search.get('veziyyet'))
  const text = search.get('axtaris') ?? ''
  const filter = { status, text: text || undefined }
  const choices = [
    { to: deskPaths.wholesale({ text }), label: t('wholesale.desk.all'), isCurrent: status === undefined },
    ...STATES.map((one) => ({
      to: deskPaths.wholesale({ status: one, text }),
      label: t(`wholesale.state.${one}`),
      isCurrent: one === status,
    })),
  ]
  return (
    <DeskPage title={t('wholesale.desk.title')} text={t('wholesale.desk.text')}>
      <SearchBox
        search={t('wholesale.desk.search')}
        label={t('wholesale.desk.find')}
        typed={text}
        onSearch={(typed) => void navigate(deskPaths.wholesale({ status, text: typed }))}
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
    </DeskPage>
  )
}
