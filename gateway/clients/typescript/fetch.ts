// Types by openapi-typescript, requests by openapi-fetch: lists products, opens one, fills a cart and checks an order.
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { paths } from '../generated/fetch/schema.js'
import { baseUrl, credentials } from './shopper.js'

const guest = createClient<paths>({ baseUrl })

const signedIn = await guest.POST('/auth/signin', { body: credentials })
assert(signedIn.data, signedIn.error?.code)
const headers = { authorization: `Bearer ${signedIn.data.data.accessToken}` }
const shopper = createClient<paths>({ baseUrl, headers })

const listed = await guest.GET('/product/all', { params: { query: { inStock: true, sort: 'popular', perPage: 100 } } })
assert(listed.data, listed.error?.code)
const card = listed.data.data.products.find(({ hasSizes }) => !hasSizes)
assert(card, 'something is for sale without sizes')

const opened = await shopper.GET('/product/{product}', { params: { path: { product: card.slug } } })
assert.equal(opened.data?.data.id, card.id)

await shopper.POST('/cart/clear', { body: {} })
const added = await shopper.POST('/cart/add', { body: { productId: card.id, count: 1 } })
assert.deepEqual(
  added.data?.data.items.map(({ productId, count }) => ({ productId, count })),
  [{ productId: card.id, count: 1 }],
)

const checked = await shopper.POST('/order/check', { body: { paymentMethod: 'cash' } })
assert(checked.data, checked.error?.code)
assert(checked.data.data.total > 0)

const refused = await shopper.PUT('/admin/seo/robots', { body: { text: '' } })
assert.equal(refused.error?.code, 'forbidden')

await shopper.POST('/cart/clear', { body: {} })
console.log(`openapi-fetch: ${card.name}, ${checked.data.data.total} qəpik`)
