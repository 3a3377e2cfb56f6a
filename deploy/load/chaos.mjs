// Kills programs under load, and checks that the cart has all confirmed changes once.
import { readFileSync } from 'node:fs'
import { base, kill, pause } from './shop.mjs'

const seconds = Number(process.argv[2] ?? 30)
const victims = ['sovqat-order', 'sovqat-catalog', 'sovqat-auth', 'sovqat-gateway', 'postgres']
const accounts = JSON.parse(readFileSync(new URL('../local/demo/accounts.json', import.meta.url)))
const shopper = accounts.find((account) => account.role === 'shopper')

async function call(path, { method = 'GET', body, token } = {}) {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${base}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(8000) })
  return { status: response.status, json: await response.json() }
}

async function retry(path, options) {
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const response = await call(path, options).catch(() => undefined)
    if (response?.status === 200) return response.json.data
    await pause(500)
  }
  throw new Error(`${path} did not succeed within a minute`)
}

const { accessToken: token } = await retry('/auth/signin', { method: 'POST', body: { login: shopper.email, password: shopper.password } })
await retry('/cart/clear', { method: 'POST', body: {}, token })
const listing = await retry('/product/all?inStock=true&perPage=100&sort=newest')
const products = listing.products.filter((product) => !product.hasSizes)

let confirmed = 0
let unknown = 0
let refused = 0
const until = Date.now() + seconds * 1000
async function shop(first) {
  for (let turn = first; Date.now() < until; turn += 4) {
    const product = products[turn % products.length]
    try {
      const { status } = await call('/cart/add', { method: 'POST', body: { productId: product.id, count: 1 }, token })
      if (status === 200) confirmed += 1
      else if (status === 409) refused += 1
      else unknown += 1
    } catch {
      unknown += 1
    }
    await pause(30)
  }
}

const killed = []
async function killPrograms() {
  for (let round = 0; Date.now() < until - 3000; round += 1) {
    await pause(2000)
    const victim = victims[round % victims.length]
    if (kill(victim)) killed.push(victim)
  }
}

await Promise.all([shop(0), shop(1), shop(2), shop(3), killPrograms()])
const { cartCount } = await retry('/cart/counts', { token })
console.log(`killed: ${killed.join(', ')}`)
console.log(`confirmed ${confirmed}, without response ${unknown}, refused for stock ${refused}; the cart has ${cartCount} units`)
if (killed.length < 3 || confirmed === 0) throw new Error('the test proves nothing: too little traffic or too few kills')
if (cartCount < confirmed || cartCount > confirmed + unknown) throw new Error('the cart does not match the confirmed changes')
await retry('/category/all/tree')
console.log('no confirmed change is lost or doubled, and the shop is up')
