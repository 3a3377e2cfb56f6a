export interface TokenPair {
  accessToken: string
  refreshToken: string
}

/** What the client has to know about who is signed in; the auth feature provides it. */
export interface SessionPort {
  tokens: () => TokenPair | null
  renewed: (tokens: TokenPair) => void
  /** The refresh was refused with this status. */
  lost: (status: number) => void
}

export let session: SessionPort = { tokens: () => null, renewed: () => {}, lost: () => {} }

export function connectSession(port: SessionPort) {
  session = port
}
