// The page of one customer: contact data, blocking of the account, and sessions. The audit log records each visit.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Blocking } from '~admin/features/customers/blocking'
import { type Customer, customerQuery, fullName, useCustomerAction } from '~admin/features/customers/api'
import { useRoleText } from '~admin/features/staff/roles'
import { useRecentEntry } from '~admin/lib/recent'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { AdminPage, ForStaff } from '~admin/ui/admin-page'
import { ConfirmButton } from '~admin/ui/confirm-button'
import { FieldGroup } from '~admin/ui/forms'
import { isNotFound } from '~shared/api/failure'
import type { Device } from '~shared/api/types'
import { NotFound } from '~shared/frame/error-page'
import { type Translate, useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { phoneText } from '~shared/lib/text'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { RelativeTime } from '~shared/ui/relative-time'

export const Component = () => (
  <ForStaff needs="customers_read">
    <CustomerPage />
  </ForStaff>
)

function CustomerPage() {
  const { t, locale } = useI18n()
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(customerQuery(locale, id))
  const customer = data?.data
  useRecentEntry('customer', id, customer?.code)
  if (isNotFound(error)) return <NotFound home={{ to: adminPaths.customers(), label: t('adminStaff.customers.title') }} />
  return (
    <AdminPage
      title={customer ? fullName(customer) : t('adminStaff.customers.one')}
      text={customer ? t('adminStaff.customers.code', { code: customer.code }) : ''}
      action={
        <ButtonLink to={adminPaths.customers()} look="secondary">
          {t('adminStaff.customers.another')}
        </ButtonLink>
      }
    >
      {error && !customer && <LoadFailure onRetry={() => void refetch()} />}
      {!error && !customer && <ListSkeleton />}
      {customer && <Details customer={customer} />}
    </AdminPage>
  )
}

function Details({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  return (
    <>
      <FieldGroup title={t('adminStaff.customers.contact')}>
        <Facts customer={customer} />
      </FieldGroup>
      <FieldGroup title={t('adminStaff.customers.access')}>
        <Blocking customer={customer} />
      </FieldGroup>
      <FieldGroup title={t('adminStaff.customers.sessions')}>
        <Sessions customer={customer} />
      </FieldGroup>
    </>
  )
}

/** A language that the shop does not have is named by its code. */
function languageName(code: string) {
  const known = LOCALES.find((locale) => locale === code)
  return known ? LANGUAGE_NAMES[known] : code
}

function Facts({ customer }: { customer: Customer }) {
  const { t, locale } = useI18n()
  const roleText = useRoleText()
  const { phoneNumber, email, emailVerified, language, registeredAt, isBlogger, roles } = customer
  const facts: [label: string, value: string][] = [
    [t('adminStaff.customers.phone'), phoneText(phoneNumber)],
    [t('adminStaff.customers.email'), email ? `${email} · ${verification(t, emailVerified)}` : t('adminStaff.customers.noEmail')],
    [t('adminStaff.customers.language'), languageName(language)],
    [t('adminStaff.customers.registered'), date(locale, registeredAt)],
    [t('adminStaff.customers.blogger'), t(isBlogger ? 'adminStaff.yes' : 'adminStaff.no')],
    [t('adminStaff.customers.roles'), roles.map(roleText).join(', ') || t('adminStaff.customers.noRoles')],
  ]
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const verification = (t: Translate, isVerified: boolean) =>
  t(isVerified ? 'adminStaff.customers.verified' : 'adminStaff.customers.unverified')

function Sessions({ customer }: { customer: Customer }) {
  const { t } = useI18n()
  const end = useCustomerAction(customer.accountId, 'end-sessions', t('adminStaff.customers.sessionsEnded', { name: fullName(customer) }))
  if (customer.devices.length === 0) return <p className="text-muted">{t('adminStaff.customers.noSessions')}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {customer.devices.map((device) => (
          <DeviceItem key={device.id} device={device} />
        ))}
      </ul>
      <IfMay permission="customers_write">
        <div>
          <ConfirmButton
            label={t('adminStaff.customers.endSessions')}
            confirm={t('adminStaff.customers.endSessionsNow')}
            isBusy={end.isPending}
            onConfirm={() => end.mutate()}
          />
        </div>
      </IfMay>
    </>
  )
}

function DeviceItem({ device: { browser, system, signedInAt, lastUsedAt } }: { device: Device }) {
  const { t, locale } = useI18n()
  return (
    <li className="py-3">
      <p className="font-medium">{[browser, system].filter(Boolean).join(', ') || t('adminStaff.customers.unknownDevice')}</p>
      <p className="text-sm text-muted">
        {t('adminStaff.customers.signedIn', { date: date(locale, signedInAt) })} · {t('adminStaff.customers.lastUsed')}{' '}
        <RelativeTime at={lastUsedAt} />
      </p>
    </li>
  )
}
