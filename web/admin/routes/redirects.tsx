import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { AdminPage } from '~admin/ui/admin-page'
import { Queue } from '~admin/ui/queue'
import { SearchBox } from '~admin/ui/search-box'
import { redirectsQuery } from '~admin/features/redirects/queries'
import { RedirectForm } from '~admin/features/redirects/redirect-form'
import { RedirectRow } from '~admin/features/redirects/redirect-row'
import { SeoLinks } from '~admin/features/seo/seo-links'
import { useI18n } from '~shared/i18n/context'
import { adminPaths } from '~admin/paths'
import { Button } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'

/** Where old addresses lead; what they are found by is in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const text = search.get('axtaris') ?? ''
  return (
    <AdminPage
      title={t('office.redirects.title')}
      text={t('office.redirects.text')}
      action={
        !isAdding && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-5" />
            {t('office.redirects.new')}
          </Button>
        )
      }
    >
      <SeoLinks />
      {isAdding && (
        <section aria-label={t('office.redirects.new')} className="rounded-xl border border-line bg-surface p-5 sm:p-7">
          <RedirectForm onClose={() => setAdding(false)} />
        </section>
      )}
      <SearchBox
        search={t('office.redirects.search')}
        label={t('office.redirects.find')}
        placeholder={t('office.redirects.find')}
        typed={text}
        onSearch={(typed) => void navigate(adminPaths.redirects(typed))}
      />
      <Queue
        key={text}
        queryOf={(page) => redirectsQuery(locale, text, page)}
        keyOf={({ from }) => from}
        counted={(count) => t('office.redirects.count', { count })}
        empty={
          <EmptyState
            picture={emptySearch}
            title={t('office.redirects.empty')}
            text={t(text ? 'office.redirects.notFound' : 'office.redirects.emptyText')}
          />
        }
      >
        {(redirect) => <RedirectRow key={redirect.from} redirect={redirect} />}
      </Queue>
    </AdminPage>
  )
}
