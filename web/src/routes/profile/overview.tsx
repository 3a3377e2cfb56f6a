// The first page of the account: tiles that lead to its other pages, and personal data.

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyNumber, EmailMark, PhoneNumber, WithUser } from '~/features/account/page'
import { Tiles } from '~/features/account/tiles'
import type { User } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'

export function Component() {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: t('common.nav.account') }))
  return (
    <WithUser>
      {(user) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <h1 tabIndex={-1} className="text-3xl">
            {t('account.hello', { name: user.firstName })}
          </h1>
          <Tiles />
          <h2 className="mt-2 text-xl">{t('account.personal')}</h2>
          <Facts user={user} />
        </div>
      )}
    </WithUser>
  )
}

export function Facts({ user }: { user: User }) {
  const { t, locale } = useI18n()
  return (
    <dl className="divide-y divide-line rounded-xl border border-line bg-surface px-5">
      <Fact name={t('account.code')}>
        <CopyNumber code={user.code} />
      </Fact>
      <Fact name={t('account.fullName')} change={paths.profileName()}>
        {user.firstName} {user.lastName}
      </Fact>
      {user.birthDate && (
        <Fact name={t('account.name.birthDate')} change={paths.profileName()}>
          {date(locale, user.birthDate)}
        </Fact>
      )}
      <Fact name={t('account.phone')} change={paths.profilePhone()}>
        <PhoneNumber user={user} />
      </Fact>
      <Fact name={t('account.email.word')} change={paths.profileEmail()}>
        {user.email === undefined ? (
          <span className="font-normal text-muted">{t('account.email.missing')}</span>
        ) : (
          <>
            <span className="block wrap-anywhere">{user.email}</span>
            <EmailMark isVerified={user.emailVerified} />
          </>
        )}
      </Fact>
      <Fact name={t('account.password.word')} change={paths.profilePassword()}>
        {user.hasPassword ? (
          <span aria-hidden>••••••••</span>
        ) : (
          <span className="font-normal text-muted">{t('account.password.missing')}</span>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ name, change, children }: { name: string; change?: string; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
      <dt className="text-muted max-sm:col-span-2">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
      {change && (
        <dd>
          <Link to={change} className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline">
            {t('account.change')}
            <span className="sr-only">: {name}</span>
          </Link>
        </dd>
      )}
    </div>
  )
}
