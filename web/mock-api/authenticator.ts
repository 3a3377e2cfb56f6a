// A browser with passkeys for tests of the back office. `passkeys.ts` is for the shop.
import { afterEach, beforeEach, vi } from 'vitest'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

const CREDENTIAL = {
  id: 'AQID',
  rawId: bytes(1, 2, 3),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    attestationObject: bytes(1),
    authenticatorData: bytes(2),
    clientDataJSON: bytes(3),
    signature: bytes(4),
    userHandle: null,
    getTransports: () => ['internal'],
  },
}

/** Returns the mocked calls, which a test can make fail. */
export function withAuthenticator() {
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>()
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>()
  beforeEach(() => {
    create.mockReset().mockResolvedValue(CREDENTIAL)
    get.mockReset().mockResolvedValue(CREDENTIAL)
    Object.defineProperty(navigator, 'credentials', { value: { create, get }, configurable: true })
    vi.stubGlobal('PublicKeyCredential', () => {})
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'credentials')
  })
  return { create, get }
}
