import { Facts } from '~/features/account/facts'
import { Tiles } from '~/features/account/tiles'
import { WithUser } from '~/features/account/with-user'
import { useT } from '~shared/i18n/context'
import { usePage } from '~shared/lib/use-page'

/** The overview: what is going on, and who this is. */
export function Component() {
  const t = useT()
  usePage(t('common.titleOf', { name: t('common.nav.account') }))
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
