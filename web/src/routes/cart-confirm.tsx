import { Navigate } from 'react-router'
import { useIsSignedIn } from '~/features/auth/store'
import { AccountCart } from '~/features/basket/components/account-cart'
import { RestoreOffer } from '~/features/basket/components/restore-offer'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'

/** Where signing in with a full basket leads: what has arrived, and the offer to restore counts and sizes. */
export function Component() {
  const t = useT()
  usePage(t('common.titleOf', { name: t('cart.confirm.title') }))
  if (!useIsSignedIn()) return <Navigate to={paths.cart()} replace />
  return (
    <div className="pt-6 sm:pt-8">
      <p className="mb-6 rounded-xl bg-good-soft px-5 py-4 font-medium text-good">{t('cart.confirm.text')}</p>
      <RestoreOffer />
      <AccountCart />
    </div>
  )
}
