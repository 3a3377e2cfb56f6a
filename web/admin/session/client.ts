// Loads, renews and ends the session of the back office, and adds it to requests.
import type { QueryClient } from '@tanstack/react-query'
import { recentEntries, useRecentStore } from '~admin/lib/recent'
import { ApiFailure, isConclusive } from '~shared/api/failure'
import { type Authenticate, authenticateWith, call } from '~shared/api/http'
import { hasPathPrefix } from '~shared/api/query'
import type { Problem } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { drafts } from '~shared/lib/drafts'
import { followOtherTabs } from '~shared/lib/persist'
import { csrfHeader, fetchSession, refreshSession } from './requests'
import { answerStepUp, askForStepUp } from './step-up'
import { type SessionEnd, staffSession, type StaffSession, useStaff } from './store'
import { connectTabs, endInAllTabs, oneTabAtATime, openInAllTabs } from './tabs'

const STAFF_PATHS = ['/admin/', '/staff/']
const isOfStaff = (path: string) => STAFF_PATHS.some((prefix) => path.startsWith(prefix))

/**
 * If the server refuses a request, removes the reason (a repair) and sends it again, at most once for each reason: an expired access token,
 * an outdated CSRF token, and a second factor that is too old.
 */
export const withStaffSession: Authenticate = async ({ method, path, locale }, send) => {
  if (!isOfStaff(path)) return send({})
  const repaired = new Set<Repair>()
  for (;;) {
    const { session } = useStaff.getState()
    const response = await send(csrfHeader(method))
    const repair = await repairOf(response)
    if (!repair || repaired.has(repair)) return response
    repaired.add(repair)
    const canSendAgain = await REPAIRS[repair](locale, session)
    if (!canSendAgain) return response
  }
}

type Repair = 'renew' | 'reload' | 'stepUp'

async function repairOf(response: Response): Promise<Repair | null> {
  if (response.status === 401) return 'renew'
  if (response.status !== 403) return null
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as Problem | null
  if (problem?.code === 'csrf_token_invalid') return 'reload'
  return problem?.code === 'step_up_required' ? 'stepUp' : null
}

/** Each resolves to true if the request can be sent again. `used` is the session with which the request was sent. */
const REPAIRS: Record<Repair, (locale: Locale, used: StaffSession | null) => Promise<boolean>> = {
  renew,
  // Another tab has renewed the session, or somebody else signed in there.
  reload: (locale, used) =>
    fetchSession(locale).then(
      (session) => {
        staffSession.opened(session)
        return isOfSamePerson(used)
      },
      () => false,
    ),
  // The factor is not asked for again if it was given for another call since the request was sent.
  stepUp: (_locale, used) => (useStaff.getState().session?.stepUpAt === used?.stepUpAt ? askForStepUp() : Promise.resolve(true)),
}

/** A change is never repeated in the name of another person. */
function isOfSamePerson(used: StaffSession | null): boolean {
  const { session } = useStaff.getState()
  return session !== null && (used === null || session.user.id === used.user.id)
}

let pendingRenewal: Promise<boolean> | null = null

/** Calls that fail at the same time share one request, and only one tab renews at a time. */
function renew(locale: Locale, used: StaffSession | null): Promise<boolean> {
  const { session, isLoaded } = useStaff.getState()
  // The session was renewed or ended since the request was sent.
  if (session !== used) return Promise.resolve(isOfSamePerson(used))
  if (isLoaded && !session) return Promise.resolve(false)
  pendingRenewal ??= oneTabAtATime(() => refresh(locale, used)).finally(() => {
    pendingRenewal = null
  })
  return pendingRenewal
}

async function refresh(locale: Locale, used: StaffSession | null): Promise<boolean> {
  // Another tab has renewed or ended the session while this one waited.
  if (useStaff.getState().session !== used) return isOfSamePerson(used)
  try {
    const { data } = await refreshSession(locale)
    openInAllTabs(data)
    return isOfSamePerson(used)
  } catch (error) {
    // Other failures, for example during a restart of the server, say nothing about the session, so it stays.
    if (error instanceof ApiFailure && error.kind === 'http' && isConclusive(error.status ?? 0)) {
      endInAllTabs(endReasonOf(error, used !== null))
    }
    return false
  }
}

/** Returns null if no session was open in this tab. */
function endReasonOf({ status, code }: ApiFailure, wasOpen: boolean): SessionEnd | null {
  if (status === 403 || code === 'account_blocked') return 'withdrawn'
  return wasOpen ? 'expired' : null
}

let pendingLoad: Promise<void> | null = null

/** Rejects if the server did not respond. */
export function untilSessionLoaded(locale: Locale): Promise<void> {
  if (useStaff.getState().isLoaded) return Promise.resolve()
  pendingLoad ??= loadSession(locale).finally(() => {
    pendingLoad = null
  })
  return pendingLoad
}

async function loadSession(locale: Locale) {
  try {
    staffSession.opened(await fetchSession(locale))
  } catch (error) {
    // A refused session was already recorded as ended (`endInAllTabs`), so only other failures are reported.
    if (!useStaff.getState().isLoaded) throw error
  }
}

/** A session that the server no longer knows counts as ended, too. */
export async function signOut(locale: Locale) {
  try {
    await call({ method: 'DELETE', path: '/staff/session', locale })
  } catch (error) {
    if (useStaff.getState().session) throw error
  }
  endInAllTabs('signedOut')
}

const isOfStaffQuery = hasPathPrefix(...STAFF_PATHS)

/** When another person signs in, the data of the previous one is removed. */
export function connectStaffSession(client: QueryClient) {
  authenticateWith(withStaffSession)
  followOtherTabs([useRecentStore])
  connectTabs()
  useStaff.subscribe((now, before) => {
    if (!now.session) answerStepUp(false)
    if (now.end === 'signedOut') {
      drafts.dropAll()
      recentEntries.clearAll()
    }
    if (!before.session || before.session.user.id === now.session?.user.id) return
    void client.cancelQueries({ predicate: isOfStaffQuery })
    client.removeQueries({ predicate: isOfStaffQuery })
  })
}
