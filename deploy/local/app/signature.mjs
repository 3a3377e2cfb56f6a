import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

export const publicKey = ({ kty, crv, x, y }) => ({ kty, crv, x, y })

/** RFC 7638 prescribes the order of the members. */
const thumbprint = ({ crv, kty, x, y }) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

/** Returns headers of RFC 9530 and RFC 9421. `created` is in Unix seconds. */
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
