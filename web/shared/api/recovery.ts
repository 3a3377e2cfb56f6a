// Recovers from an expired access token: a call that fails with 401 or 403 refreshes the token and is sent once more. Calls that fail at
// the same time share one refresh.

import { isConclusive } from './failure'

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** Access to the session, provided by the auth feature. */
interface SessionPort {
  tokens: () => TokenPair | null
  renewed: (tokens: TokenPair) => void
  /** Called when the server has refused the refresh with this status. */
  lost: (status: number) => void
}

let session: SessionPort = { tokens: () => null, renewed: () => {}, lost: () => {} }

export function connectSession(port: SessionPort) {
  session = port
}

/** How long a token is not refreshed again after the server refused it right after its refresh. */
const NO_REFRESH_MS = 30_000

/** The running refresh, which resolves to the new access token, or to null if there is none. */
let pendingRefresh: Promise<string | null> | null = null
/** A token that is not refreshed before the time `until`. */
let notRefreshed = { token: '', until: 0 }

type Send = (accessToken: string | undefined) => Promise<Response>
type Refresh = (refreshToken: string) => Promise<{ status: number; tokens?: TokenPair }>

const isRefused = ({ status }: Response) => status === 401 || status === 403

/** Sends a request with the access token. If the server refuses the token, refreshes it and sends the request once more. */
export async function withRecovery(send: Send, refresh: Refresh): Promise<Response> {
  const usedToken = session.tokens()?.accessToken
  const response = await send(usedToken)
  if (!usedToken || !isRefused(response)) return response

  const token = await freshToken(usedToken, refresh)
  if (!token) return response

  const secondResponse = await send(token)
  // A refused fresh token gets no other refresh, because a forbidden page would refresh in a loop.
  if (isRefused(secondResponse)) notRefreshed = { token, until: Date.now() + NO_REFRESH_MS }
  return secondResponse
}

/** Returns a newer access token than the refused one, or null if there is none to get. */
function freshToken(refused: string, refresh: Refresh): Promise<string | null> {
  const current = session.tokens()
  if (!current) return Promise.resolve(null)
  // Another call has refreshed the token since this one was sent.
  if (current.accessToken !== refused) return Promise.resolve(current.accessToken)
  if (notRefreshed.token === refused && Date.now() < notRefreshed.until) return Promise.resolve(null)
  pendingRefresh ??= renew(current, refresh).finally(() => {
    pendingRefresh = null
  })
  return pendingRefresh
}

/** Refreshes the tokens and stores them. Reports the session as lost if the server refuses. */
async function renew(old: TokenPair, refresh: Refresh): Promise<string | null> {
  const response = await refresh(old.refreshToken).catch(() => null)
  // The user signed out during the refresh, or signed in as somebody else: the result belongs to an earlier session.
  if (session.tokens()?.refreshToken !== old.refreshToken) return session.tokens()?.accessToken ?? null
  if (response?.tokens) {
    session.renewed(response.tokens)
    return response.tokens.accessToken
  }
  if (response && isConclusive(response.status)) session.lost(response.status)
  return null
}
