import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { DeskPage } from '~/features/desk/desk-page'
import { Queue } from '~/features/desk/queue'
import { SearchBox } from '~/features/desk/search-box'
import { redirectsQuery } from '~/features/office/redirects/queries'
import { RedirectForm } from '~/features/office/redirects/redirect-form'
import { RedirectRow } from '~/features/office/redirects/redirect-row'
import { SeoRooms } from '~/features/office/seo/seo-rooms'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'

/** Where old addresses lead; what they are found by is in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const text = search.get('axtaris') ?? ''
  return (
    <DeskPage
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
      <SeoRooms />
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
        onSearch={(typed) => void navigate(deskPaths.redirects(typed))}
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
    </DeskPage>
  )
}
