// The page of wholesale requests: customers ask for larger amounts, and operators quote prices.
import { useNavigate, useSearchParams } from 'react-router'
import { wholesaleColumns } from '~admin/features/exports/columns'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList, SearchBox } from '~admin/ui/admin-page'
import { SavedViews } from '~admin/ui/saved-views'
import type { WholesaleRequest } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { adminListQuery, STATUSES } from '~shared/features/wholesale/queries'
import { StateBadge } from '~shared/features/wholesale/parts'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { phoneText } from '~shared/lib/text'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'
import { RelativeTime } from '~shared/ui/relative-time'

export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = STATUSES.find((state) => state === search.get('veziyyet'))
  const text = search.get('axtaris') ?? ''
  const filter = { status, text: text || undefined }
  const choices = [
    { to: adminPaths.wholesale({ text }), label: t('wholesale.admin.all'), isCurrent: status === undefined },
    ...STATUSES.map((state) => ({
      to: adminPaths.wholesale({ status: state, text }),
      label: t(`wholesale.state.${state}`),
      isCurrent: state === status,
    })),
  ]
  return (
    <AdminPage needs="wholesale_read" title={t('wholesale.admin.title')} text={t('wholesale.admin.text')}>
      <SavedViews list="wholesale" />
      <SearchBox
        search={t('wholesale.admin.search')}
        label={t('wholesale.admin.find')}
        typed={text}
        onSearch={(typed) => void navigate(adminPaths.wholesale({ status, text: typed }))}
        placeholder="TS-7K4M-29"
      />
      <FilterLinks label={t('wholesale.admin.states')} choices={choices} />
      <PagedList
        key={`${status ?? ''} ${text}`}
        queryOf={(page) => adminListQuery(locale, filter, page)}
        keyOf={({ code }) => code}
        countText={(count) => t('wholesale.admin.count', { count })}
        exported={{ list: 'wholesale', columns: wholesaleColumns({ t, locale }) }}
        empty={<EmptyState picture={emptySearch} title={t('wholesale.admin.empty')} text={t('wholesale.admin.emptyText')} />}
      >
        {(request) => <RequestRow key={request.code} request={request} />}
      </PagedList>
    </AdminPage>
  )
}

function RequestRow({ request }: { request: WholesaleRequest }) {
  const { t } = useI18n()
  const { code, companyName, voen, name, phoneNumber, status, createdAt, quote, invoice, lines } = request
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">{companyName ?? name}</h2>
        <StateBadge state={status} />
        <span className="text-sm text-muted tabular-nums select-all">{code}</span>
        <RelativeTime at={createdAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <p className="flex flex-wrap gap-x-4 text-[0.9375rem] text-muted">
        {voen && <span className="tabular-nums">{t('wholesale.admin.voen', { voen })}</span>}
        {companyName && <span>{name}</span>}
        <span className="tabular-nums">{phoneText(phoneNumber)}</span>
        {lines.length > 0 && <span>{t('wholesale.admin.lines', { count: lines.length })}</span>}
        {quote && <span className="font-medium text-ink">{money(quote.total)}</span>}
        {invoice && invoice.due > 0 && <span>{t('wholesale.admin.due', { amount: money(invoice.due) })}</span>}
        {invoice && invoice.excess > 0 && (
          <span className="font-medium text-bad">{t('wholesale.admin.excess', { amount: money(invoice.excess) })}</span>
        )}
      </p>
      <ButtonLink
        to={adminPaths.wholesaleRequest(code)}
        look="secondary"
        className="justify-self-start"
        aria-label={t('wholesale.admin.openOf', { code })}
      >
        {t('wholesale.admin.open')}
      </ButtonLink>
    </li>
  )
}
