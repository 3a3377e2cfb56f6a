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

/** The passkeys of each test of a file that calls `givePasskeys`, because jsdom has none. */
export const passkeys = {
  create: vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(),
  get: vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(),
}

/** Creates the error of a browser whose dialog was closed. */
export const closed = () => new DOMException('', 'NotAllowedError')

/** Never chooses a suggestion; waits until the request is ended. */
export const waitForChoice = ({ signal }: CredentialRequestOptions) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))

/** Gives the browser passkeys. Its suggestions wait. A dialog returns a passkey at once. */
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
