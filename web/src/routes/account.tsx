import { useAuth } from '~/features/auth/store'
import { useT } from '~/i18n/context'
import { usePage } from '~/lib/use-page'

export function Component() {
  const t = useT()
  const user = useAuth((state) => state.user)
  usePage(t('common.titleOf', { name: t('common.nav.account') }))
  if (!user) return null
  const facts = [
    [t('account.fullName'), `${user.firstName} ${user.lastName}`],
    [t('account.code'), user.code],
    [t('account.phone'), user.phoneNumber],
    [t('account.email'), user.email],
  ].filter(([, value]) => value)
  return (
    <>
      <h1 tabIndex={-1} className="mb-5 text-3xl">
        {t('account.hello', { name: user.firstName })}
      </h1>
      <dl className="divide-y divide-line rounded-xl border border-line bg-surface px-5">
        {facts.map(([name, value]) => (
          <div key={name} className="grid gap-0.5 py-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
