// This page is shown after signing in with a guest's basket.

import { Navigate } from 'react-router'
import { useIsSignedIn } from '~shared/features/auth/store'
import { AccountCart } from '~/features/basket/components/account-cart'
import { MergeNotice } from '~/features/basket/components/merge-notice'
import { useBasket } from '~/features/basket/store'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'

export function Component() {
  const t = useT()
  useDocumentHead(t('common.titleOf', { name: t('cart.confirm.title') }))
  const isWhole = useBasket(({ moving, changed }) => moving === null && changed.length === 0)
  if (!useIsSignedIn()) return <Navigate to={paths.cart()} replace />
  return (
    <div className="pt-6 sm:pt-8">
      {isWhole && <p className="mb-6 rounded-xl bg-good-soft px-5 py-4 font-medium text-good">{t('cart.confirm.text')}</p>}
      <MergeNotice />
      <AccountCart />
    </div>
  )
}
