// Creates access tokens without signing in, for load scripts that need thousands of accounts. The tokens are signed with
// the shop's key, which is read from the shop's database and environment. The accounts need not exist. Needs `psql`;
// works only with a shop on this machine.
//
// The key is stored encrypted with XChaCha20-Poly1305, which Node lacks. Node has ChaCha20-Poly1305, so this file
// contains the missing step, HChaCha20.
import { execFileSync } from 'node:child_process'
import { createDecipheriv, createPrivateKey, sign } from 'node:crypto'
import { environment } from './shop.mjs'

/** The key that encrypts the signing key in local mode. This secret is public, and production refuses it. */
const LOCAL_SECRET = 'c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTE='
/** The lengths in bytes of the nonce before the encrypted text, and of the authentication tag after it. */
const [NONCE, TAG] = [24, 16]

/** Rotates the bits of a 32-bit number. */
const rotateLeft = (word, by) => ((word << by) | (word >>> (32 - by))) >>> 0

/** Mixes four words of the state. This is the quarter round of ChaCha20 (RFC 8439). */
function quarterRound(state, a, b, c, d) {
  state[a] += state[b]; state[d] = rotateLeft(state[d] ^ state[a], 16)
  state[c] += state[d]; state[b] = rotateLeft(state[b] ^ state[c], 12)
  state[a] += state[b]; state[d] = rotateLeft(state[d] ^ state[a], 8)
  state[c] += state[d]; state[b] = rotateLeft(state[b] ^ state[c], 7)
}

/** Derives the key by HChaCha20, so that Node's ChaCha20 can decrypt XChaCha20. */
function deriveKey(key, nonce) {
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

/** Decrypts data that the Rust module `kit::seal` has encrypted under a name, here the id of the key. */
function decrypt(sealed, secret, name) {
  const nonce = sealed.subarray(0, NONCE)
  const key = deriveKey(secret, nonce.subarray(0, 16))
  const cipher = createDecipheriv('chacha20-poly1305', key, Buffer.concat([Buffer.alloc(4), nonce.subarray(16)]), { authTagLength: TAG })
  const text = sealed.subarray(NONCE, -TAG)
  cipher.setAAD(Buffer.from(name), { plaintextLength: text.length })
  cipher.setAuthTag(sealed.subarray(-TAG))
  return Buffer.concat([cipher.update(text), cipher.final()])
}

/**
 * Loads the stored Ed25519 key. OpenSSL cannot read a key that contains its public half. So this function takes only the 32 secret bytes,
 * which follow the DER bytes 04 22 04 20, and puts the fixed header of RFC 8410 before them.
 */
function privateKey(stored) {
  const seed = stored.subarray(stored.indexOf(Buffer.from('04220420', 'hex')) + 4).subarray(0, 32)
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/** Returns a function that creates a token for an account id, valid for ten minutes. */
export function signer() {
  const { AUTH_DATABASE_URL, AUTH_KEY_SECRET = LOCAL_SECRET } = environment('sovqat-auth')
  const query = `select kid, encode(private_key, 'hex') from signing_key where retires_at > now() order by active_from limit 1`
  const [kid, sealed] = execFileSync('psql', [AUTH_DATABASE_URL, '-qAtc', query]).toString().trim().split('|')
  const key = privateKey(decrypt(Buffer.from(sealed, 'hex'), Buffer.from(AUTH_KEY_SECRET, 'base64'), kid))
  /** Encodes a part of a JSON Web Token. */
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return (account) => {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: 'sovqat', aud: 'sovqat', sub: String(account), sid: `load-${account}`, roles: [], iat, exp: iat + 600 }
    const signed = `${part({ typ: 'JWT', alg: 'EdDSA', kid })}.${part(claims)}`
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
}
