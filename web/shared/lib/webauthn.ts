// Passkeys (WebAuthn): converts the server's JSON to the browser's binary fields and back.

// Some browsers lack `parseCreationOptionsFromJSON` and `toJSON`, and some password managers break `toJSON`.

const IP_ADDRESS = /^[\d.]+$|:/

/** Passkeys belong to a domain, so browsers refuse them on IP addresses. */
export const canHavePasskeys = (hostname: string) => !IP_ADDRESS.test(hostname)

/** False on insecure connections. */
export const passkeysAreSupported = () =>
  typeof PublicKeyCredential !== 'undefined' && typeof navigator.credentials?.get === 'function' && canHavePasskeys(location.hostname)

export async function passkeySuggestionsAreSupported(): Promise<boolean> {
  if (!passkeysAreSupported() || typeof PublicKeyCredential.isConditionalMediationAvailable !== 'function') return false
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false)
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0)
}

function base64url(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCodePoint(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Some servers wrap the options in `publicKey`. */
function parseOptions(optionsJson: string): unknown {
  const parsed = JSON.parse(optionsJson) as { publicKey?: unknown }
  return parsed.publicKey ?? parsed
}

const descriptors = (list: { id: string; type: string; transports?: string[] }[] = []) =>
  list.map(({ id, type, transports }) => ({
    id: bytesOf(id),
    type: type as PublicKeyCredentialType,
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }))

/** The pending request for passkey suggestions. A browser allows one, so the next request ends it. */
let conditionalRequest: AbortController | null = null

function endConditionalRequest() {
  conditionalRequest?.abort()
  conditionalRequest = null
}

const requireCredential = (credential: Credential | null) => {
  if (!credential) throw new DOMException('The browser returned no passkey', 'NotAllowedError')
  return credential as PublicKeyCredential
}

const common = ({ id, rawId, type, authenticatorAttachment }: PublicKeyCredential) => ({
  id,
  rawId: base64url(rawId),
  type,
  ...(authenticatorAttachment && { authenticatorAttachment }),
  clientExtensionResults: {},
})

/** Rejects as `navigator.credentials.create` does. */
export async function createPasskey(optionsJson: string): Promise<string> {
  endConditionalRequest()
  const options = parseOptions(optionsJson) as PublicKeyCredentialCreationOptionsJSON
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as PublicKeyCredentialCreationOptions
  const credential = requireCredential(await navigator.credentials.create({ publicKey }))
  const response = credential.response as AuthenticatorAttestationResponse
  return JSON.stringify({
    ...common(credential),
    response: {
      attestationObject: base64url(response.attestationObject),
      clientDataJSON: base64url(response.clientDataJSON),
      transports: response.getTransports?.() ?? [],
    },
  })
}

export interface GetPasskeyOptions {
  /** Waits until a passkey is chosen in a field's suggestions, or another request ends it. */
  conditional?: boolean
  signal?: AbortSignal
}

/** Rejects as `navigator.credentials.get` does. */
export async function getPasskey(optionsJson: string, { conditional = false, signal }: GetPasskeyOptions = {}): Promise<string> {
  endConditionalRequest()
  const controller = new AbortController()
  if (conditional) conditionalRequest = controller
  if (signal?.aborted) controller.abort()
  signal?.addEventListener('abort', () => controller.abort(), { once: true })

  const options = parseOptions(optionsJson) as PublicKeyCredentialRequestOptionsJSON
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  } as PublicKeyCredentialRequestOptions
  const request = { publicKey, signal: controller.signal, ...(conditional && { mediation: 'conditional' as const }) }
  const credential = requireCredential(await navigator.credentials.get(request))
  const response = credential.response as AuthenticatorAssertionResponse
  return JSON.stringify({
    ...common(credential),
    response: {
      authenticatorData: base64url(response.authenticatorData),
      clientDataJSON: base64url(response.clientDataJSON),
      signature: base64url(response.signature),
      ...(response.userHandle && { userHandle: base64url(response.userHandle) }),
    },
  })
}

/** `cancelled` includes a timeout; `known` means that the device has a passkey already. */
export type PasskeyFailure = 'cancelled' | 'known' | 'failed'

/** Returns null for other errors, such as a response of the server. */
export function passkeyFailure(error: unknown): PasskeyFailure | null {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled'
  return error.name === 'InvalidStateError' ? 'known' : 'failed'
}
