import { useIsSignedIn } from '~shared/features/auth/store'
import { AccountCart } from '~/features/basket/components/account-cart'
import { GuestCart } from '~/features/basket/components/guest-cart'
import { MergeNotice } from '~/features/basket/components/merge-notice'
import { useInCart } from '~/features/basket/use-in-cart'
import { RecentlyViewed } from '~/features/product/components/recently-viewed'
import { useT } from '~shared/i18n/context'
import { usePage } from '~shared/lib/use-page'

export function Component() {
  const t = useT()
  const isSignedIn = useIsSignedIn()
  usePage(t('common.titleOf', { name: t('cart.title') }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-16 pt-6 sm:pt-8">
      <div>
        {isSignedIn ? (
          <>
            <MergeNotice />
            <AccountCart />
          </>
        ) : (
          <GuestCart />
        )}
      </div>
      <RecentlyViewed except={useInCart()} />
    </div>
  )
}
