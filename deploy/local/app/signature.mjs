// Creates the keys of the mobile app, and signs its requests with them. docs/APP-SIGNATURES.md describes the signatures.
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Creates a private key as JWK (JSON Web Key). */
export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

/** Returns the public half of a private key. */
export const publicKey = ({ kty, crv, x, y }) => ({ kty, crv, x, y })

/** Computes the key's thumbprint (RFC 7638), which is its id. The RFC prescribes the order of the members. */
const thumbprint = ({ crv, kty, x, y }) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

/** Returns the headers of a request signed now, or at `created` in Unix seconds (RFC 9530 and RFC 9421). */
export function signature(method, path, body, jwk, created = Math.floor(Date.now() / 1000)) {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const nonce = randomBytes(16).toString('base64url')
  const input =
    `("@method" "@path" "content-digest");created=${created};nonce="${nonce}";keyid="${thumbprint(jwk)}"` +
    ';alg="ecdsa-p256-sha256";tag="sovqat-app"'
  const base = `"@method": ${method}\n"@path": ${path}\n"content-digest": ${digest}\n"@signature-params": ${input}`
  const bytes = sign('sha256', Buffer.from(base), {
    key: createPrivateKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  })
  return { 'content-digest': digest, 'signature-input': `app=${input}`, signature: `app=:${bytes.toString('base64')}:` }
}
