// A browser with passkeys for tests of the shop. `authenticator.ts` is for the back office.
import { afterEach, beforeEach, vi } from 'vitest'

const bytes = (...values: number[]) => new Uint8Array(values).buffer
const CREATED = {
  id: 'AQ',
  rawId: bytes(1),
  type: 'public-key',
  response: { attestationObject: bytes(1), clientDataJSON: bytes(2), getTransports: () => ['internal'] },
}
const FOUND = {
  id: 'AQ',
  rawId: bytes(1),
  type: 'public-key',
  response: { authenticatorData: bytes(3), clientDataJSON: bytes(4), signature: bytes(5), userHandle: bytes(7) },
}

export const passkeys = {
  create: vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(),
  get: vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(),
}

/** The error after the user has closed the browser's dialog. */
export const closed = () => new DOMException('', 'NotAllowedError')

/** The user ignores the suggestion, so the promise is pending until the request is aborted. */
export const waitForChoice = ({ signal }: CredentialRequestOptions) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))

/** A suggestion waits for a choice; a dialog returns a passkey at once. */
export function givePasskeys() {
  beforeEach(() => {
    passkeys.create.mockReset().mockResolvedValue(CREATED)
    passkeys.get.mockReset().mockImplementation((options) => (options.mediation ? waitForChoice(options) : Promise.resolve(FOUND)))
    Object.defineProperty(navigator, 'credentials', { value: passkeys, configurable: true })
    vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: () => Promise.resolve(true) })
  })
  afterEach(takePasskeys)
}

export function takePasskeys() {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
}

export const chooseSuggested = () => passkeys.get.mockImplementation(() => Promise.resolve(FOUND))
