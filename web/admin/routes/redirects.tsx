// The page of redirects: addresses of the shop that lead to another address or are gone.
import { ArrowRight, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { redirectColumns } from '~admin/features/exports/columns'
import { redirectsQuery, useRemoveRedirect } from '~admin/features/redirects/api'
import { RedirectForm, valuesOf } from '~admin/features/redirects/redirect-form'
import { SeoLinks } from '~admin/ui/area-links'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList, SearchBox } from '~admin/ui/admin-page'
import type { SeoRedirect } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'

export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const text = search.get('axtaris') ?? ''
  return (
    <AdminPage
      needs="seo_read"
      title={t('adminSite.redirects.title')}
      text={t('adminSite.redirects.text')}
      action={
        !isAdding && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-5" />
            {t('adminSite.redirects.new')}
          </Button>
        )
      }
    >
      <SeoLinks />
      {isAdding && (
        <section aria-label={t('adminSite.redirects.new')} className="rounded-xl border border-line bg-surface p-5 sm:p-7">
          <RedirectForm onClose={() => setAdding(false)} />
        </section>
      )}
      <SearchBox
        search={t('adminSite.redirects.search')}
        label={t('adminSite.redirects.find')}
        placeholder={t('adminSite.redirects.find')}
        typed={text}
        onSearch={(typed) => void navigate(adminPaths.redirects(typed))}
      />
      <PagedList
        key={text}
        queryOf={(page) => redirectsQuery(locale, text, page)}
        keyOf={({ from }) => from}
        countText={(count) => t('adminSite.redirects.count', { count })}
        exported={{ list: 'redirects', columns: redirectColumns({ t, locale }) }}
        empty={
          <EmptyState
            picture={emptySearch}
            title={t('adminSite.redirects.empty')}
            text={t(text ? 'adminSite.redirects.notFound' : 'adminSite.redirects.emptyText')}
          />
        }
      >
        {(redirect) => <RedirectRow key={redirect.from} redirect={redirect} />}
      </PagedList>
    </AdminPage>
  )
}

function RedirectRow({ redirect }: { redirect: SeoRedirect }) {
  const t = useT()
  const [isChanging, setChanging] = useState(false)
  const { mutate: remove, isPending } = useRemoveRedirect()
  const { from, to } = redirect
  const nameOf = (act: string) => t('adminSite.redirects.of', { act, from })
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-lg wrap-anywhere">{from}</h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9375rem] text-muted">
        {t(`adminSite.redirects.kind.${valuesOf(redirect).status}`)}
        {to && (
          <span className="inline-flex min-w-0 items-center gap-2 text-ink">
            <ArrowRight aria-hidden className="size-4 shrink-0" />
            <span className="wrap-anywhere">{to}</span>
          </span>
        )}
      </p>
      {isChanging ? (
        <RedirectForm redirect={redirect} onClose={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" aria-label={nameOf(t('adminSite.change'))} onClick={() => setChanging(true)}>
            <Pencil aria-hidden className="size-4.5" />
            {t('adminSite.change')}
          </Button>
          <Button
            look="quiet"
            aria-label={nameOf(t('adminSite.remove'))}
            busy={isPending}
            disabled={isPending}
            onClick={() => remove(redirect)}
          >
            <Trash2 aria-hidden className="size-4.5" />
            {t('adminSite.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
