// Signs access tokens with the shop's key. Needs `psql`.
//
// The key is encrypted with XChaCha20-Poly1305. Node lacks its first step, HChaCha20.
import { execFileSync } from 'node:child_process'
import { createDecipheriv, createPrivateKey, sign } from 'node:crypto'
import { environment } from './shop.mjs'

/** The public secret of local mode, which production refuses. */
const LOCAL_SECRET = 'c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTE='
const [NONCE_BYTES, TAG_BYTES] = [24, 16]

const rotateLeft = (word, by) => ((word << by) | (word >>> (32 - by))) >>> 0

/** ChaCha20's quarter round (RFC 8439). */
function quarterRound(state, a, b, c, d) {
  state[a] += state[b]; state[d] = rotateLeft(state[d] ^ state[a], 16)
  state[c] += state[d]; state[b] = rotateLeft(state[b] ^ state[c], 12)
  state[a] += state[b]; state[d] = rotateLeft(state[d] ^ state[a], 8)
  state[c] += state[d]; state[b] = rotateLeft(state[b] ^ state[c], 7)
}

function hChaCha20(key, nonce) {
  const state = new Uint32Array(16)
  const words = (bytes) => Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readUInt32LE(place * 4))
  state.set([...words(Buffer.from('expand 32-byte k')), ...words(key), ...words(nonce)])
  for (let round = 0; round < 10; round++) {
    for (const place of [0, 1, 2, 3]) quarterRound(state, place, place + 4, place + 8, place + 12)
    for (const place of [0, 1, 2, 3])
      quarterRound(state, place, 4 + ((place + 1) % 4), 8 + ((place + 2) % 4), 12 + ((place + 3) % 4))
  }
  const derived = Buffer.alloc(32)
  ;[0, 1, 2, 3, 12, 13, 14, 15].forEach((word, place) => derived.writeUInt32LE(state[word], place * 4))
  return derived
}

/** The counterpart of the Rust module `kit::seal`. `name` is authenticated. */
function decrypt(sealed, secret, name) {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const key = hChaCha20(secret, nonce.subarray(0, 16))
  const cipher = createDecipheriv('chacha20-poly1305', key, Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]), { authTagLength: TAG_BYTES })
  const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
  cipher.setAAD(Buffer.from(name), { plaintextLength: text.length })
  cipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([cipher.update(text), cipher.final()])
}

/** OpenSSL cannot read an Ed25519 key with its public half. */
function privateKey(stored) {
  // In DER, these bytes precede the 32 bytes of the private half.
  const seed = stored.subarray(stored.indexOf(Buffer.from('04220420', 'hex')) + 4).subarray(0, 32)
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/** Tokens are valid for ten minutes. */
export function signer() {
  const { AUTH_DATABASE_URL, AUTH_KEY_SECRET = LOCAL_SECRET } = environment('sovqat-auth')
  const query = `select kid, encode(private_key, 'hex') from signing_key where retires_at > now() order by active_from limit 1`
  const [kid, sealed] = execFileSync('psql', [AUTH_DATABASE_URL, '-qAtc', query]).toString().trim().split('|')
  const key = privateKey(decrypt(Buffer.from(sealed, 'hex'), Buffer.from(AUTH_KEY_SECRET, 'base64'), kid))
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return (account) => {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: 'sovqat', aud: 'sovqat', sub: String(account), sid: `load-${account}`, roles: [], iat, exp: iat + 600 }
    const signed = `${part({ typ: 'JWT', alg: 'EdDSA', kid })}.${part(claims)}`
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
}
