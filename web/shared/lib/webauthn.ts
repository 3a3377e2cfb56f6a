// Creates and asks for passkeys: key pairs of a device that replace a password. The server sends and receives JSON, which this file
// converts to the browser's binary fields.

// The browser's own `parseCreationOptionsFromJSON` and `toJSON` are not used: some browsers with passkeys lack them, and some password
// managers break `toJSON`.

/** A host that is an IPv4 or IPv6 address. */
const IP_ADDRESS = /^[\d.]+$|:/

/** Whether the host can have passkeys: they belong to a domain, so browsers refuse them on `127.0.0.1` and accept them on `localhost`. */
export const canHavePasskeys = (hostname: string) => !IP_ADDRESS.test(hostname)

/** Whether the browser offers WebAuthn, which it does not on pages loaded over an insecure connection. */
export const passkeysAreSupported = () =>
  typeof PublicKeyCredential !== 'undefined' && typeof navigator.credentials?.get === 'function' && canHavePasskeys(location.hostname)

/** Whether a field with `autocomplete="… webauthn"` can suggest passkeys. */
export async function passkeySuggestionsAreSupported(): Promise<boolean> {
  if (!passkeysAreSupported() || typeof PublicKeyCredential.isConditionalMediationAvailable !== 'function') return false
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false)
}

/** Decodes a base64url text. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0)
}

/** Encodes bytes as base64url, without padding. */
function base64url(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCodePoint(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Parses the options, with or without the `publicKey` around them that `navigator.credentials` takes. */
function parseOptions(optionsJson: string): unknown {
  const parsed = JSON.parse(optionsJson) as { publicKey?: unknown }
  return parsed.publicKey ?? parsed
}

/** Converts the ids of credentials to bytes. */
const descriptors = (list: { id: string; type: string; transports?: string[] }[] = []) =>
  list.map(({ id, type, transports }) => ({
    id: bytesOf(id),
    type: type as PublicKeyCredentialType,
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }))

/** The waiting request of `getPasskey` with `conditional`. A browser has one at a time: the next one ends it. */
let conditionalRequest: AbortController | null = null

function endConditionalRequest() {
  conditionalRequest?.abort()
  conditionalRequest = null
}

const requireCredential = (credential: Credential | null) => {
  if (!credential) throw new DOMException('The browser returned no passkey', 'NotAllowedError')
  return credential as PublicKeyCredential
}

/** Returns the fields that the server reads of each credential. */
const common = ({ id, rawId, type, authenticatorAttachment }: PublicKeyCredential) => ({
  id,
  rawId: base64url(rawId),
  type,
  ...(authenticatorAttachment && { authenticatorAttachment }),
  clientExtensionResults: {},
})

/** Creates a passkey. Returns the credential as JSON; rejects as `navigator.credentials.create` does. */
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
  /** Waits until a passkey is chosen in a field's suggestions. Any other request ends it with an `AbortError`. */
  conditional?: boolean
  signal?: AbortSignal
}

/** Asks for a passkey. Returns the credential as JSON; rejects as `navigator.credentials.get` does. */
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

/** Why a passkey was not given: the person closed the dialog or let it expire, the device has one already, or it failed. */
export type PasskeyFailure = 'cancelled' | 'known' | 'failed'

/** Returns the kind of a failure, or null for other errors, such as a response of the server. */
export function passkeyFailure(error: unknown): PasskeyFailure | null {
  if (!(error instanceof DOMException)) return null
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled'
  return error.name === 'InvalidStateError' ? 'known' : 'failed'
}
