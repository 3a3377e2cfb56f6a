// Connects the API client to the stored session, and clears personal data when the session ends.

import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure, isConclusive } from '~shared/api/failure'
import { get, hasPathPrefix } from '~shared/api/query'
import { connectSession } from '~shared/api/recovery'
import type { Locale } from '~shared/i18n/locale'
import { drafts } from '~shared/lib/drafts'
import { precheckout } from '../checkout/store'
import { clearProductStore } from '../product/store'
import { auth, useAuth } from './store'

const meQuery = (locale: Locale) => ({ ...get(locale, '/user/me'), staleTime: 0 })

const PERSONAL_PATHS = ['/user/', '/cart/', '/product/likes', '/notification/', '/order/', '/influencer/', '/list/all']

const isPersonal = hasPathPrefix(...PERSONAL_PATHS)

/** The next user of this device must not see these responses. */
function forgetPersonal(client: QueryClient) {
  void client.cancelQueries({ predicate: isPersonal })
  client.removeQueries({ predicate: isPersonal })
}

let isEndingRefused = false

/** Unsent form texts and checkout choices stay, because the user did not sign out. */
function endRefusedSession() {
  isEndingRefused = true
  auth.cleared()
  isEndingRefused = false
}

export function keepSession(client: QueryClient, locale: Locale) {
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: endRefusedSession })
  useAuth.subscribe((now, before) => {
    if (now.user && now.user.id !== before.user?.id) precheckout.takeOverFor(now.user.id)
    const hasEnded = before.accessToken && !now.accessToken
    if (!hasEnded) return
    forgetPersonal(client)
    clearProductStore()
    if (isEndingRefused) return
    precheckout.forget()
    drafts.dropAll()
  })
  if (auth.tokens()) void checkProfile(client, locale)
}

/** Success marks the user as authenticated; a refusal clears the session. */
export async function checkProfile(client: QueryClient, locale: Locale) {
  const before = auth.tokens()
  try {
    const { data } = await client.query(meQuery(locale))
    if (auth.tokens()) auth.profileLoaded(data)
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.kind !== 'http' || !isConclusive(error.status ?? 0)) return
    // The refresh failed without a refusal, so the session is kept.
    const isUndecided = error.status === 401 && auth.tokens()?.refreshToken === before?.refreshToken
    if (!isUndecided) endRefusedSession()
  }
}
