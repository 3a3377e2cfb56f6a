import { isVerdict } from './failure'

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** What the client has to know about who is signed in; the auth feature provides it. */
interface SessionPort {
  tokens: () => TokenPair | null
  renewed: (tokens: TokenPair) => void
  /** The refresh was refused with this status. */
  lost: (status: number) => void
}

let session: SessionPort = { tokens: () => null, renewed: () => {}, lost: () => {} }

export function connectSession(port: SessionPort) {
  session = port
}

// Any call that fails with 401 or 403 has the session refreshed, once for all calls that failed meanwhile, and is then repeated once.

const FRUITLESS_FOR = 30_000

let underway: Promise<string | null> | null = null
let fruitless = { token: '', until: 0 }

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
  // A fresh token that is refused too will not get better by another refresh: without this a forbidden page would refresh for ever.
  if (isRefused(second)) fruitless = { token, until: Date.now() + FRUITLESS_FOR }
  return second
}

function freshToken(refused: string, refresh: Refresh): Promise<string | null> {
  const current = session.tokens()
  if (!current) return Promise.resolve(null)
  // Another call has refreshed while this one was on its way.
  if (current.accessToken !== refused) return Promise.resolve(current.accessToken)
  if (fruitless.token === refused && Date.now() < fruitless.until) return Promise.resolve(null)
  underway ??= renew(current, refresh).finally(() => {
    underway = null
  })
  return underway
}

async function renew(old: TokenPair, refresh: Refresh): Promise<string | null> {
  const answer = await refresh(old.refreshToken).catch(() => null)
  // Signed out, or in as somebody else, in the meantime: this answer is about a session nobody holds any more.
  if (session.tokens()?.refreshToken !== old.refreshToken) return session.tokens()?.accessToken ?? null
  if (answer?.tokens) {
    session.renewed(answer.tokens)
    return answer.tokens.accessToken
  }
  if (answer && isVerdict(answer.status)) session.lost(answer.status)
  return null
}
