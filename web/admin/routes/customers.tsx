import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { type Customer, customersQuery, fullName } from '~admin/features/customers/api'
import { adminPaths } from '~admin/paths'
import { AdminPage, SearchBox } from '~admin/ui/admin-page'
import { failureText } from '~shared/api/failure'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n, useT } from '~shared/i18n/context'
import { phoneText } from '~shared/lib/text'
import { ListSkeleton } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'

/** The typed text is personal data, so it is kept in the state of the history entry and not in the address. */
export function Component() {
  const t = useT()
  const navigate = useNavigate()
  const state = useLocation().state as { text?: string } | null
  const text = state?.text ?? ''
  return (
    <AdminPage needs="customers_read" title={t('adminStaff.customers.title')} text={t('adminStaff.customers.text')}>
      <SearchBox
        search={t('adminStaff.customers.search')}
        label={t('adminStaff.customers.find')}
        placeholder={t('adminStaff.customers.find')}
        typed={text}
        onSearch={(typed) => void navigate(adminPaths.customers(), { state: { text: typed } })}
      />
      {text ? <Results text={text} /> : <p className="text-muted">{t('adminStaff.customers.hint')}</p>}
    </AdminPage>
  )
}

function Results({ text }: { text: string }) {
  const { t, locale } = useI18n()
  const { data, error } = useQuery(customersQuery(locale, text))
  if (error && !data)
    return (
      <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
        {failureText(t, error)}
      </p>
    )
  if (!data) return <ListSkeleton rows={1} />
  const customers = data.data
  if (customers.length === 0)
    return <EmptyState picture={emptySearch} title={t('adminStaff.customers.empty')} text={t('adminStaff.customers.emptyText')} />
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {t('adminStaff.customers.count', { count: customers.length })}
      </p>
      <ul className="grid gap-4">
        {customers.map((customer) => (
          <CustomerCard key={customer.accountId} customer={customer} />
        ))}
      </ul>
    </>
  )
}

function CustomerCard({ customer }: { customer: Customer }) {
  const t = useT()
  const { accountId, code, phoneNumber, email, emailVerified, block } = customer
  return (
    <li className="grid gap-1 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg wrap-anywhere">
          <Link
            to={adminPaths.customer(String(accountId))}
            className="inline-flex min-h-11 items-center hover:text-accent-text hover:underline"
          >
            {fullName(customer)}
          </Link>
        </h2>
        {block && (
          <span className="rounded-full bg-bad-soft px-3 text-sm leading-7 font-semibold text-bad">
            {t('adminStaff.customers.isBlocked')}
          </span>
        )}
        <span className="text-sm text-muted tabular-nums sm:ml-auto">{code}</span>
      </div>
      <p className="text-muted tabular-nums">{phoneText(phoneNumber)}</p>
      {email && (
        <p className="text-muted wrap-anywhere">
          {email} · {t(emailVerified ? 'adminStaff.customers.verified' : 'adminStaff.customers.unverified')}
        </p>
      )}
    </li>
  )
}
