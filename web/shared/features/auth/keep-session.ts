import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure, isVerdict } from '~shared/api/failure'
import { get } from '~shared/api/query'
import { connectSession } from '~shared/api/recovery'
import type { Locale } from '~shared/i18n/locale'
import { drafts } from '~shared/lib/drafts'
import { precheckout } from '../checkout/store'
import { viewed } from '../product/store'
import { auth, useAuth } from './store'

const meQuery = (locale: Locale) => ({ ...get(locale, '/user/me'), staleTime: 0 })

const PERSONAL = ['/user/', '/cart/', '/product/likes', '/notification/', '/order/', '/influencer/', '/list/all', '/admin/']

const isPersonal = ({ queryKey }: { queryKey: readonly unknown[] }) => PERSONAL.some((path) => String(queryKey[1]).startsWith(path))

/** What a guest or the next person on this device must not see. */
function forgetPersonal(client: QueryClient) {
  void client.cancelQueries({ predicate: isPersonal })
  client.removeQueries({ predicate: isPersonal })
}

let isRefused = false

/** The session is over because the server says so, and not because anybody left: what they were typing waits for them. */
function refused() {
  isRefused = true
  auth.cleared()
  isRefused = false
}

/** Ties the API client to the stored session, and finds out at the start whether that still holds. */
export function keepSession(client: QueryClient, locale: Locale) {
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: refused })
  useAuth.subscribe((now, before) => {
    if (now.user && now.user.id !== before.user?.id) precheckout.belongsTo(now.user.id)
    if (!before.accessToken || now.accessToken) return
    forgetPersonal(client)
    viewed.forget()
    if (isRefused) return
    precheckout.forget()
    drafts.forget()
  })
  if (auth.tokens()) void checkProfile(client, locale)
}

/** A profile that came marks authenticated, one that was refused clears the session. */
export async function checkProfile(client: QueryClient, locale: Locale) {
  const before = auth.tokens()
  try {
    const { data } = await client.query(meQuery(locale))
    if (auth.tokens()) auth.profileLoaded(data)
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'http' || !isVerdict(error.status ?? 0)) return
    // Refused, and the tokens are the old ones still: the refresh got no verdict, so this is none either.
    const isUndecided = error.status === 401 && auth.tokens()?.refreshToken === before?.refreshToken
    if (!isUndecided) refused()
  }
}
