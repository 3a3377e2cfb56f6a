// Opens sessions of the demo's staff with their published passkey.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const demo = new URL('../local/demo/', import.meta.url)
const read = (name) => JSON.parse(readFileSync(new URL(name, demo), 'utf8'))
const encode = (bytes) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes) => createHash('sha256').update(bytes).digest()

const PRESENT_AND_VERIFIED = Buffer.from([0x05, 0, 0, 0, 0])

export function demoPasskey({ secondFactors }) {
  return { id: secondFactors.passkey.id, privateKey: read('staff-passkey.json').privateKey }
}

/** Answers `navigator.credentials.get` as the browser at `base` does. */
export function answer(options, { id, privateKey }, base) {
  const { challenge, rpId } = JSON.parse(options).publicKey
  // Browsers allow no passkeys at an IP address.
  const origin = new URL(base)
  if (rpId === 'localhost') origin.hostname = rpId
  const clientData = JSON.stringify({ type: 'webauthn.get', challenge, origin: origin.origin, crossOrigin: false })
  const authenticatorData = Buffer.concat([sha256(rpId), PRESENT_AND_VERIFIED])
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key)
  const response = { authenticatorData: encode(authenticatorData), clientDataJSON: encode(clientData), signature: encode(signature) }
  return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} })
}

/** `post` returns data and Set-Cookie values. */
export async function openStaffSession(account, post, base) {
  const { email: login, password } = account
  const { data: challenge } = await post('/staff/session', { login, password })
  const passkey = answer(challenge.passkeyOptions, demoPasskey(account), base)
  const opened = await post('/staff/session/open', { challengeToken: challenge.challengeToken, passkey })
  const cookie = opened.cookies.map((line) => line.split(';')[0]).join('; ')
  return { cookie, 'x-csrf-token': opened.data.csrfToken }
}

/** Prints the headers for programs in other languages: `node staff.mjs operator http://127.0.0.1:8080`. */
async function print(role, base) {
  const account = read('accounts.json').find((account) => account.role === role)
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${base}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return { data: (await response.json()).data, cookies: response.headers.getSetCookie() }
  }
  console.log(JSON.stringify(await openStaffSession(account, post, base)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await print(process.argv[2], process.argv[3])
