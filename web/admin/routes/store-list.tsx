// The page of stores, the sellers of the marketplace.
import { Plus } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { storeColumns } from '~admin/features/exports/columns'
import { STORE_STATES, storesQuery } from '~admin/features/stores/api'
import { StoreRow } from '~admin/features/stores/store-row'
import { adminPaths, choiceParam } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { AdminPage, SearchBox } from '~admin/ui/admin-page'
import { CursorList } from '~admin/ui/cursor-list'
import { SavedViews } from '~admin/ui/saved-views'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { FilterLinks } from '~shared/ui/filter-links'
import { EmptyState } from '~shared/ui/states'

/** State and text of the filter are in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const state = choiceParam(STORE_STATES, search)
  const text = search.get('axtaris') ?? ''
  const filter = { state, text: text || undefined }
  const emptyWithoutText = state ? 'adminStores.emptyText' : 'adminStores.emptyFirst'
  const choices = [
    { to: adminPaths.stores({ text }), label: t('adminStores.states.all'), isCurrent: state === undefined },
    ...STORE_STATES.map((option) => ({
      to: adminPaths.stores({ state: option, text }),
      label: t(`adminStores.states.${option}`),
      isCurrent: option === state,
    })),
  ]
  return (
    <AdminPage
      needs="stores_read"
      title={t('adminStores.title')}
      text={t('adminStores.text')}
      action={
        <IfMay permission="stores_write">
          <ButtonLink to={adminPaths.newStore()}>
            <Plus aria-hidden className="size-5" />
            {t('adminStores.new')}
          </ButtonLink>
        </IfMay>
      }
    >
      <SavedViews list="stores" />
      <SearchBox
        search={t('adminStores.search')}
        label={t('adminStores.find')}
        placeholder={t('adminStores.find')}
        maxLength={100}
        typed={text}
        onSearch={(typed) => void navigate(adminPaths.stores({ state, text: typed }))}
      />
      <FilterLinks label={t('adminStores.state')} choices={choices} />
      <CursorList
        key={`${state ?? ''} ${text}`}
        queryOf={(cursor) => storesQuery(locale, filter, cursor)}
        countText={(count) => t('adminStores.shown', { count })}
        exported={{ list: 'stores', columns: storeColumns({ t, locale }) }}
        empty={
          <EmptyState picture={emptySearch} title={t('adminStores.empty')} text={t(text ? 'adminStores.emptySearch' : emptyWithoutText)}>
            {!text && !state && (
              <IfMay permission="stores_write">
                <ButtonLink to={adminPaths.newStore()}>{t('adminStores.new')}</ButtonLink>
              </IfMay>
            )}
          </EmptyState>
        }
      >
        {(store) => <StoreRow key={store.id} store={store} />}
      </CursorList>
    </AdminPage>
  )
}
