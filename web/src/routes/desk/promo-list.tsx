import { Plus } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { DeskPage } from '~/features/desk/desk-page'
import { Queue } from '~/features/desk/queue'
import { SearchBox } from '~/features/desk/search-box'
import { PromoRow } from '~/features/promos/promo-row'
import { promosQuery, STATUSES } from '~/features/promos/queries'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'

/** Every promo code, by its status or by how it begins; both are in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = STATUSES.find((one) => one === search.get('veziyyet'))
  const code = search.get('kod') ?? ''
  const filter = { status, code: code || undefined }
  const choices = [
    { to: deskPaths.promos({ code }), label: t('campaigns.promos.all'), isCurrent: status === undefined },
    ...STATUSES.map((one) => ({
      to: deskPaths.promos({ status: one, code }),
      label: t(`campaigns.promos.status.${one}`),
      isCurrent: one === status,
    })),
  ]
  return (
    <DeskPage
      title={t('campaigns.promos.title')}
      text={t('campaigns.promos.text')}
      action={
        <ButtonLink to={deskPaths.newPromo()}>
          <Plus aria-hidden className="size-5" />
          {t('campaigns.promos.new')}
        </ButtonLink>
      }
    >
      <SearchBox
        search={t('campaigns.promos.search')}
        label={t('campaigns.promos.label.code')}
        typed={code}
        onSearch={(typed) => void navigate(deskPaths.promos({ status, code: typed }))}
        placeholder="NOVRUZ2027"
        autoCapitalize="characters"
      />
      <FilterLinks label={t('campaigns.promos.statuses')} choices={choices} />
      <Queue
        key={`${status ?? ''} ${code}`}
        queryOf={(page) => promosQuery(locale, filter, page)}
        keyOf={({ id }) => id}
        counted={(count) => t('campaigns.promos.count', { count })}
        empty={
          <EmptyState
            picture={emptySearch}
            title={t('campaigns.promos.empty')}
            text={t(code ? 'campaigns.promos.emptySearch' : 'campaigns.promos.emptyText')}
          />
        }
      >
        {(promo) => <PromoRow key={promo.id} promo={promo} />}
      </Queue>
    </DeskPage>
  )
}
