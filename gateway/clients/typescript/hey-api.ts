// A client by hey-api: lists products, opens one, fills a cart and checks an order.
import assert from 'node:assert/strict'
import { addToCart, checkOrder, clearCart, getProduct, listProducts, saveRobotsLines, signIn } from '../generated/hey-api/index.js'
import { client } from '../generated/hey-api/client.gen.js'
import { baseUrl, credentials } from './shopper.js'

client.setConfig({ baseUrl, throwOnError: true })

const signedIn = await signIn({ body: credentials, throwOnError: true })
client.setConfig({ auth: () => signedIn.data.data.accessToken })

const listed = await listProducts({ query: { inStock: true, sort: 'popular', perPage: 100 }, throwOnError: true })
const card = listed.data.data.products.find(({ hasSizes }) => !hasSizes)
assert(card, 'something is for sale without sizes')

const opened = await getProduct({ path: { product: card.slug }, throwOnError: true })
assert.equal(opened.data.data.id, card.id)

await clearCart({ body: {} })
const added = await addToCart({ body: { productId: card.id, count: 1 }, throwOnError: true })
assert.deepEqual(
  added.data.data.items.map(({ productId, count }) => ({ productId, count })),
  [{ productId: card.id, count: 1 }],
)

const checked = await checkOrder({ body: { paymentMethod: 'cash' }, throwOnError: true })
assert(checked.data.data.total > 0)

const refused = await saveRobotsLines({ body: { text: '' }, throwOnError: false })
assert.equal(refused.error?.code, 'forbidden')

await clearCart({ body: {} })
console.log(`hey-api: ${card.name}, ${checked.data.data.total} qəpik`)
