// Sends requests at a constant rate until a signal, and counts the failed ones.
import { fileURLToPath } from 'node:url'
import { openBalancer } from './gateways.mjs'
import { base, call, pause, signUpShoppers } from './shop.mjs'

/** An access token lives for 10 minutes. */
const SIGN_IN_EVERY_MS = 5 * 60_000
const END_TIMEOUT_MS = 30_000

// Tokens, pages, searches and products vary, so that caches alone cannot respond.
const READS = [
  (n) => [`/api/v1/product/all?sort=popular&page=${1 + (n % 40)}`],
  (n, { products }) => [`/api/v1/product/${products[n % products.length].slug}`],
  (n, { products }) => [`/api/v1/product/all?search=${encodeURIComponent(products[n % products.length].slug.split('-')[0])}&page=${1 + (n % 3)}`],
  (n, { token }) => [`/api/v1/store/all?page=${1 + (n % 3)}`, { token }],
  (_, { token }) => ['/api/v1/seo/home-page', { token }],
  (_, { token }) => ['/api/v1/cart/counts', { token }],
  (_, { token }) => ['/api/v1/notification/count?hasViewed=false', { token }],
  (_, { token }) => ['/api/v1/user/me', { token }],
]
const REQUESTS_PER_ADDITION = 20

export async function startLoad(rate) {
  const balancer = openBalancer()
  const [shopper] = await signUpShoppers(1)
  const listed = await call('/api/v1/product/all?inStock=true&perPage=60&sort=newest')
  const products = listed.data.products.filter(({ hasSizes }) => !hasSizes)
  const results = { reads: 0, failedReads: 0, additions: 0, failedAdditions: 0 }
  const failures = new Map()
  let [signedInAt, hasEnded] = [performance.now(), false]

  function fail(path, { status, json }) {
    const route = path.split('?')[0].replace(/product\/.*-.*/, 'product/…')
    const what = `${route}: ${status === 0 ? 'no response' : status} ${json?.code ?? ''}`.trim()
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }

  async function read(n) {
    const [path, options] = READS[n % READS.length](n, { products, token: shopper.token })
    const gateway = balancer.choose()
    let response = await call(path, { ...options, at: gateway.url })
    if (response.status === 0) response = await call(path, { ...options, at: balancer.choose(gateway).url })
    results.reads += 1
    if (response.status === 200) return
    results.failedReads += 1
    fail(path, response)
  }

  /** An addition is not repeated, because it may have been executed. */
  async function add(n) {
    const body = { productId: products[n % products.length].id, count: 1 }
    const response = await call('/api/v1/cart/add', { body, token: shopper.token, at: balancer.choose().url })
    if (response.json?.code === 'not_enough_stock') return
    results.additions += 1
    if (response.status === 200) return
    results.failedAdditions += 1
    fail('/api/v1/cart/add', response)
  }

  async function signInAgain() {
    signedInAt = performance.now()
    const body = { login: shopper.phoneNumber, password: shopper.password }
    const response = await call('/api/v1/auth/signin', { body, at: balancer.choose().url })
    if (response.status === 200) shopper.token = response.data.accessToken
    else fail('/api/v1/auth/signin', response)
  }

  const openRequests = new Set()
  async function send() {
    const startedAt = performance.now()
    for (let n = 0; !hasEnded; n += 1) {
      const wait = startedAt + (n * 1000) / rate - performance.now()
      if (wait > 1) await pause(wait)
      if (performance.now() - signedInAt > SIGN_IN_EVERY_MS) await signInAgain()
      const response = n % REQUESTS_PER_ADDITION === 0 ? add(n / REQUESTS_PER_ADDITION) : read(n)
      const sent = response.finally(() => openRequests.delete(sent))
      openRequests.add(sent)
    }
  }

  const sending = send()
  return {
    balancer,
    results,
    failures,
    async stop() {
      hasEnded = true
      await sending
      const ended = await Promise.race([Promise.all(openRequests).then(() => true), pause(END_TIMEOUT_MS).then(() => false)])
      await balancer.stop()
      if (!ended) throw new Error(`${openRequests.size} requests have not ended after ${END_TIMEOUT_MS / 1000} s`)
      const cart = await call('/api/v1/cart/counts', { token: shopper.token, at: balancer.choose().url })
      return cart.data.cartCount
    },
  }
}

export const printFailures = (failures) => failures.forEach((count, what) => console.log(`  ${count} × ${what}`))

async function run(rate) {
  const load = await startLoad(rate)
  console.log(`${base}: ${rate} requests a second to ${load.balancer.count} gateways`)
  const startedAt = performance.now()
  await new Promise((done) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, done)))
  const inCart = await load.stop()
  const { reads, additions, failedReads, failedAdditions } = load.results
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const failed = [...load.failures.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${reads + additions} requests in ${seconds} s (${reads} reads, ${additions} additions to a cart), ${failed} failed`)
  printFailures(load.failures)
  // A failed addition may have been executed.
  const agrees = inCart >= additions - failedAdditions && inCart <= additions
  if (!agrees) console.log(`the cart has ${inCart} units`)
  process.exit(failedReads + failedAdditions + failed === 0 && agrees ? 0 : 1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(Number(process.argv[2] ?? 200))
