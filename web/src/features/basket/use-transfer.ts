import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { useIsSignedIn } from '../auth/store'
import { cartQuery, countsQuery } from './queries'
import { transferGuestBasket } from './transfer'

/** Watches for the moment a guest becomes a user. A basket left over from a visit cut short is taken over at the next start. */
export function useTransfer() {
  const { locale } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn()

  useEffect(() => {
    if (!isSignedIn) return
    void transferGuestBasket(locale).then(async (hasArrived) => {
      if (!hasArrived) return
      const changed = [{ queryKey: cartQuery(locale).queryKey }, { queryKey: countsQuery(locale).queryKey }]
      // A first answer on its way knows nothing of the products that arrived, and an invalidation alone would make do with it.
      await Promise.all(changed.map((query) => client.cancelQueries(query)))
      for (const query of changed) void client.invalidateQueries(query)
      await navigate(paths.cartConfirm())
    })
  }, [isSignedIn, locale, client, navigate])
}
