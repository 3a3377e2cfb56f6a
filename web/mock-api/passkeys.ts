// Imitates a browser with passkeys in tests of the shop, because jsdom has none. `authenticator.ts` does this for tests of the back
// office.
import { afterEach, beforeEach, vi } from 'vitest'

const bytes = (...values: number[]) => new Uint8Array(values).buffer
/** The credentials that the browser returns for a new passkey, and for a sign-in. */
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

/** The mocked calls of the browser, in tests of a file that calls `givePasskeys`. */
export const passkeys = {
  create: vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(),
  get: vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(),
}

/** Creates the error of a browser whose dialog was closed. */
export const closed = () => new DOMException('', 'NotAllowedError')

/** Imitates a user who chooses no suggested passkey: the promise is pending until the request is aborted. */
export const waitForChoice = ({ signal }: CredentialRequestOptions) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))

/** Gives each test of a file a browser with passkeys. A suggestion waits for a choice; a dialog returns a passkey at once. */
export function givePasskeys() {
  beforeEach(() => {
    passkeys.create.mockReset().mockResolvedValue(CREATED)
    passkeys.get.mockReset().mockImplementation((options) => (options.mediation ? waitForChoice(options) : Promise.resolve(FOUND)))
    Object.defineProperty(navigator, 'credentials', { value: passkeys, configurable: true })
    vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: () => Promise.resolve(true) })
  })
  afterEach(takePasskeys)
}

/** Makes the browser one without passkeys. */
export function takePasskeys() {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
}

/** Makes the user choose the suggested passkey from now on. */
export const chooseSuggested = () => passkeys.get.mockImplementation(() => Promise.resolve(FOUND))
