// Recovers from an expired access token. Calls that fail at the same time share one refresh.

import { isConclusive } from './failure'

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

interface SessionPort {
  tokens: () => TokenPair | null
  renewed: (tokens: TokenPair) => void
  /** Called when the server has refused the refresh. */
  lost: (status: number) => void
}

let session: SessionPort = { tokens: () => null, renewed: () => {}, lost: () => {} }

export function connectSession(port: SessionPort) {
  session = port
}

/** A token that was refused right after its refresh is not refreshed again for this time. */
const NO_REFRESH_MS = 30_000

let pendingRefresh: Promise<string | null> | null = null
let notRefreshed = { token: '', until: 0 }

type Send = (accessToken: string | undefined) => Promise<Response>
type Refresh = (refreshToken: string) => Promise<{ status: number; tokens?: TokenPair }>

const isRefused = ({ status }: Response) => status === 401 || status === 403

export async function withRecovery(send: Send, refresh: Refresh): Promise<Response> {
  const usedToken = session.tokens()?.accessToken
  const response = await send(usedToken)
  if (!usedToken || !isRefused(response)) return response

  const token = await freshToken(usedToken, refresh)
  if (!token) return response

  const secondResponse = await send(token)
  // Otherwise a forbidden page would refresh in a loop.
  if (isRefused(secondResponse)) notRefreshed = { token, until: Date.now() + NO_REFRESH_MS }
  return secondResponse
}

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

async function renew(old: TokenPair, refresh: Refresh): Promise<string | null> {
  const response = await refresh(old.refreshToken).catch(() => null)
  // The user signed out or changed during the refresh.
  if (session.tokens()?.refreshToken !== old.refreshToken) return session.tokens()?.accessToken ?? null
  if (response?.tokens) {
    session.renewed(response.tokens)
    return response.tokens.accessToken
  }
  if (response && isConclusive(response.status)) session.lost(response.status)
  return null
}
