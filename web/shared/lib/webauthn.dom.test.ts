import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  canHavePasskeys,
  createPasskey,
  getPasskey,
  passkeyFailure,
  passkeysAreSupported,
  passkeySuggestionsAreSupported,
} from './webauthn'

const bytes = (...values: number[]) => new Uint8Array(values).buffer
const asNumbers = (value: unknown) => [...new Uint8Array(value as ArrayBuffer)]

// 251, 255 and 190 are `-_--` in base64url. `AQ` is 1, `Ag` 2, `Aw` 3, `BA` 4, `BQ` 5, `AQI` 1 and 2, `AwQ` 3 and 4.
const CREATION = {
  challenge: '-_--',
  rp: { id: 'localhost', name: 'Sovqat' },
  user: { id: 'AQI', name: '+994501234567', displayName: 'Aysel' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [{ id: 'AwQ', type: 'public-key', transports: ['internal'] }],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
}
const REQUEST = { challenge: '-_--', rpId: 'localhost', allowCredentials: [], userVerification: 'required' }

const CREATED = {
  id: '-_--',
  rawId: bytes(251, 255, 190),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: { attestationObject: bytes(1), clientDataJSON: bytes(2), getTransports: () => ['internal', 'hybrid'] },
}
const FOUND = {
  id: '-_--',
  rawId: bytes(251, 255, 190),
  type: 'public-key',
  authenticatorAttachment: null,
  response: { authenticatorData: bytes(3), clientDataJSON: bytes(4), signature: bytes(5), userHandle: bytes(1, 2) },
}

const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>()
const find = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>()

/** Waits until its signal is aborted, as a browser does. */
const waiting = ({ signal }: CredentialRequestOptions) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))))

beforeEach(() => {
  create.mockReset().mockResolvedValue(CREATED)
  find.mockReset().mockResolvedValue(FOUND)
  Object.defineProperty(navigator, 'credentials', { value: { create, get: find }, configurable: true })
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: () => Promise.resolve(true) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

describe('support', () => {
  it('is reported by the browser', async () => {
    expect(passkeysAreSupported()).toBe(true)
    expect(await passkeySuggestionsAreSupported()).toBe(true)
  })

  it('is missing without WebAuthn', async () => {
    vi.unstubAllGlobals()
    expect(passkeysAreSupported()).toBe(false)
    expect(await passkeySuggestionsAreSupported()).toBe(false)
  })

  it.each([
    ['sovqat.example', true],
    ['localhost', true],
    ['127.0.0.1', false],
    ['[::1]', false],
  ])('depends on the host: %s %o', (hostname, isPossible) => expect(canHavePasskeys(hostname)).toBe(isPossible))

  it.each([
    ['cannot suggest passkeys', { isConditionalMediationAvailable: () => Promise.resolve(false) }],
    ['does not know suggestions', {}],
    ['fails when asked', { isConditionalMediationAvailable: () => Promise.reject(new Error('no')) }],
  ])('of suggestions is missing in a browser that %s', async (_what, credential) => {
    vi.stubGlobal('PublicKeyCredential', credential)
    expect(passkeysAreSupported()).toBe(true)
    expect(await passkeySuggestionsAreSupported()).toBe(false)
  })
})

describe('a new passkey', () => {
  it.each([
    ['bare', CREATION],
    ['in publicKey', { publicKey: CREATION }],
  ])('is created with the decoded options (%s), and returned as JSON', async (_how, options) => {
    const json = JSON.parse(await createPasskey(JSON.stringify(options))) as unknown
    const { publicKey } = create.mock.calls[0]?.[0] ?? {}
    expect(asNumbers(publicKey?.challenge)).toEqual([251, 255, 190])
    expect(asNumbers(publicKey?.user.id)).toEqual([1, 2])
    expect(publicKey?.user.displayName).toBe('Aysel')
    expect(asNumbers(publicKey?.excludeCredentials?.[0]?.id)).toEqual([3, 4])
    expect(publicKey?.excludeCredentials?.[0]?.transports).toEqual(['internal'])
    expect(publicKey?.authenticatorSelection).toEqual(CREATION.authenticatorSelection)
    expect(json).toEqual({
      id: '-_--',
      rawId: '-_--',
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: { attestationObject: 'AQ', clientDataJSON: 'Ag', transports: ['internal', 'hybrid'] },
    })
  })
})

describe('an existing passkey', () => {
  it('is asked for with the decoded challenge, and returned as JSON', async () => {
    const json = JSON.parse(await getPasskey(JSON.stringify({ publicKey: REQUEST }))) as unknown
    const { publicKey, mediation } = find.mock.calls[0]?.[0] ?? {}
    expect(asNumbers(publicKey?.challenge)).toEqual([251, 255, 190])
    expect(mediation).toBeUndefined()
    expect(json).toEqual({
      id: '-_--',
      rawId: '-_--',
      type: 'public-key',
      clientExtensionResults: {},
      response: { authenticatorData: 'Aw', clientDataJSON: 'BA', signature: 'BQ', userHandle: 'AQI' },
    })
  })

  it('may have no user handle', async () => {
    find.mockResolvedValue({ ...FOUND, response: { ...FOUND.response, userHandle: null } })
    const json = JSON.parse(await getPasskey(JSON.stringify(REQUEST))) as { response: object }
    expect(json.response).not.toHaveProperty('userHandle')
  })

  it('that waits in the suggestions is ended by the next request', async () => {
    find.mockImplementationOnce(waiting)
    const suggested = getPasskey(JSON.stringify(REQUEST), { conditional: true }).catch(passkeyFailure)
    expect(find.mock.calls[0]?.[0].mediation).toBe('conditional')
    await getPasskey(JSON.stringify(REQUEST))
    expect(await suggested).toBe('cancelled')
  })

  it('that waits in the suggestions is ended by creating one', async () => {
    find.mockImplementationOnce(waiting)
    const suggested = getPasskey(JSON.stringify(REQUEST), { conditional: true }).catch(passkeyFailure)
    await createPasskey(JSON.stringify(CREATION))
    expect(await suggested).toBe('cancelled')
  })

  it("is ended by the caller's signal", async () => {
    find.mockImplementation(waiting)
    const controller = new AbortController()
    const request = getPasskey(JSON.stringify(REQUEST), { signal: controller.signal }).catch(passkeyFailure)
    controller.abort()
    expect(await request).toBe('cancelled')
  })

  it('counts as cancelled when the browser returns none', async () => {
    find.mockResolvedValue(null)
    expect(await getPasskey(JSON.stringify(REQUEST)).catch(passkeyFailure)).toBe('cancelled')
  })
})

it.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'known'],
  ['SecurityError', 'failed'],
])('a browser that refuses with %s: %s', (name, reason) => expect(passkeyFailure(new DOMException('', name))).toBe(reason))

it('an error of the server is no failure of the passkey', () => expect(passkeyFailure(new Error('503'))).toBeNull())
