import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useI18n } from '~shared/i18n/context'
import { withoutLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { toast } from '~shared/ui/toast-store'
import { useIsSignedIn } from '~shared/features/auth/store'
import { mergeGuestBasket } from './merge'
import { cartQuery, CHECKS, countsQuery } from './queries'

const isAtCheckout = () => withoutLocale(location.pathname) === paths.checkout()

/** Moves the guest's basket to the account, shows the cart it came into, and says so when that has to wait. */
export function useMerge() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(async () => {
    try {
      const cart = await mergeGuestBasket(locale)
      if (!cart) return
      const [cartKey, countsKey] = [cartQuery(locale).queryKey, countsQuery(locale).queryKey]
      // A first answer on its way knows nothing of the products that arrived, and an invalidation alone would make do with it.
      await Promise.all([client.cancelQueries({ queryKey: cartKey }), client.cancelQueries({ queryKey: countsKey })])
      client.setQueryData(cartKey, { data: cart })
      void client.invalidateQueries({ queryKey: countsKey })
      // The checkout may have checked the cart while it was empty. A shopper who signed in at the checkout stays there.
      void client.invalidateQueries({ queryKey: CHECKS })
      if (!isAtCheckout()) await navigate(paths.cartConfirm())
    } catch {
      toast.bad(t('cart.merge.waits'))
    }
  }, [t, locale, client, navigate])
}

/** Watches for the moment a guest becomes a user. A basket that could not move goes on at the next start, and when the line is back. */
export function useMergeAtSignIn() {
  const merge = useMerge()
  const isSignedIn = useIsSignedIn()
  useEffect(() => {
    if (!isSignedIn) return
    void merge()
    const again = () => void merge()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isSignedIn, merge])
}
