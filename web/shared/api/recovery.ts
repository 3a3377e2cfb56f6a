import { isConclusive } from './failure'

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** Access to the session, provided by the auth feature. */
interface SessionPort {
  tokens: () => TokenPair | null
  renewed: (tokens: TokenPair) => void
  /** The server refused the refresh with this status. */
  lost: (status: number) => void
}

let session: SessionPort = { tokens: () => null, renewed: () => {}, lost: () => {} }

export function connectSession(port: SessionPort) {
  session = port
}

// A call that fails with 401 or 403 triggers one refresh, shared by all calls that fail at the time, and is then sent once more.

const USELESS_MS = 30_000

let pendingRefresh: Promise<string | null> | null = null
let useless = { token: '', until: 0 }

type Send = (accessToken: string | undefined) => Promise<Response>
export type Refresh = (refreshToken: string) => Promise<{ status: number; tokens?: TokenPair }>

const isRefused = ({ status }: Response) => status === 401 || status === 403

export async function withRecovery(send: Send, refresh: Refresh): Promise<Response> {
  const used = session.tokens()?.accessToken
  const first = await send(used)
  if (!used || !isRefused(first)) return first

  const token = await freshToken(used, refresh)
  if (!token) return first

  const second = await send(token)
  // Another refresh cannot help if a fresh token is refused too. Without this, a forbidden page would refresh in a loop.
  if (isRefused(second)) useless = { token, until: Date.now() + USELESS_MS }
  return second
}

function freshToken(refused: string, refresh: Refresh): Promise<string | null> {
  const current = session.tokens()
  if (!current) return Promise.resolve(null)
  // Another call has refreshed the token since this one was sent.
  if (current.accessToken !== refused) return Promise.resolve(current.accessToken)
  if (useless.token === refused && Date.now() < useless.until) return Promise.resolve(null)
  pendingRefresh ??= renew(current, refresh).finally(() => {
    pendingRefresh = null
  })
  return pendingRefresh
}

async function renew(old: TokenPair, refresh: Refresh): Promise<string | null> {
  const answer = await refresh(old.refreshToken).catch(() => null)
  // The user signed out or in as somebody else during the refresh, so its result is obsolete.
  if (session.tokens()?.refreshToken !== old.refreshToken) return session.tokens()?.accessToken ?? null
  if (answer?.tokens) {
    session.renewed(answer.tokens)
    return answer.tokens.accessToken
  }
  if (answer && isConclusive(answer.status)) session.lost(answer.status)
  return null
}
