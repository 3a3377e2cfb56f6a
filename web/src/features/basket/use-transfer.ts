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
    void transferGuestBasket(locale).then((hasArrived) => {
      if (!hasArrived) return
      void client.invalidateQueries({ queryKey: cartQuery(locale).queryKey })
      void client.invalidateQueries({ queryKey: countsQuery(locale).queryKey })
      void navigate(paths.cartConfirm())
    })
  }, [isSignedIn, locale, client, navigate])
}
