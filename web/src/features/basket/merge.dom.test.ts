// Tests of moving a guest's basket into the account's cart, once and without loss.

import { http, HttpResponse, type PathParams } from 'msw'
import type { Body } from '~shared/api/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectSession } from '~shared/api/recovery'
import type { ProductCard, Schemas } from '~shared/api/types'
import { BASE, problem } from '~mock/handlers/responses'
import { mergeResponse } from '~mock/handlers/cart'
import { card, products, sizes } from '~mock/catalogue'
import { server } from '~mock/server'
import { state } from '~mock/state'
import { recordListClick, resetForTests } from '../referral/clicks'
import { mergeGuestBasket } from './use-merge'
import { basket, useBasket } from './store'

type MergeRequest = { lines: Schemas['GuestLine'][] }

const findProduct = (matches: (raw: (typeof products)[number]) => boolean) => products.find(matches) ?? products[0]!
const sizedRaw = findProduct((raw) => (raw.sizes?.length ?? 0) > 1)
const plainRaw = findProduct((raw) => !raw.sizes && raw.stock > 5)
const plainStock = plainRaw.stock
const sized: ProductCard = card(sizedRaw, 'az', new Set())
const plain: ProductCard = card(plainRaw, 'az', new Set())
const [small, large] = sizes(sizedRaw, 'az').map(({ id, name, price }) => ({ id, name, price }))

const accountLines = () => state.cart.map(({ productId, sizeId, count }) => [productId, sizeId ?? null, count])
/** Product, size and count of the lines that `beforeEach` adds. */
const guestLines = [
  [plain.id, null, 3],
  [sized.id, small?.id, 1],
  [sized.id, large?.id, 2],
]

beforeEach(() => {
  connectSession({ tokens: () => ({ accessToken: 'access-1', refreshToken: 'refresh-1' }), renewed: () => {}, lost: () => {} })
  useBasket.setState({ lines: [], moving: null, changed: [] })
  for (let piece = 0; piece < 3; piece += 1) basket.add(plain, null)
  basket.add(sized, small ?? null)
  basket.add(sized, large ?? null)
  basket.add(sized, large ?? null)
})

afterEach(() => {
  plainRaw.stock = plainStock
})

describe('signing in with a basket', () => {
  it('moves every line with its count and size, and empties the basket', async () => {
    const cart = await mergeGuestBasket('az')
    expect(accountLines()).toEqual(guestLines)
    expect(cart?.items).toHaveLength(guestLines.length)
    expect(useBasket.getState()).toEqual({ lines: [], moving: null, changed: [] })
  })

  it("adds to the account's cart", async () => {
    state.cart = [
      { productId: plain.id, count: 2 },
      { productId: sized.id, sizeId: large!.id, count: 1 },
    ]
    await mergeGuestBasket('az')
    expect(new Set(accountLines().map(String))).toEqual(
      new Set([String([plain.id, null, 5]), String([sized.id, small?.id, 1]), String([sized.id, large?.id, 3])]),
    )
  })

  it('stores lines that arrived changed, with the reason', async () => {
    plainRaw.stock = 2
    await mergeGuestBasket('az')
    const { changed } = useBasket.getState()
    expect(changed.map(({ line, merged }) => [line.id, merged.added, merged.outcome, merged.reason])).toEqual([
      [plain.id, 2, 'shortened', 'not_enough_stock'],
    ])
  })

  it('sends the unit price, and the click that led to a product', async () => {
    const bodies: MergeRequest[] = []
    server.use(http.post(`${BASE}/cart/merge`, async ({ request }) => void bodies.push((await request.clone().json()) as MergeRequest)))
    recordListClick('anama-b3kd9x', sized.slug)
    await mergeGuestBasket('az')
    resetForTests()
    const sentLines = bodies.flatMap(({ lines }) => lines)
    expect(sentLines.map(({ unitPrice, referral }) => [unitPrice, referral?.list])).toEqual([
      [plain.discountedPrice ?? plain.price, undefined],
      [small?.price, 'anama-b3kd9x'],
      [large?.price, 'anama-b3kd9x'],
    ])
  })

  it('happens once, however often it is requested', async () => {
    const carts = await Promise.all([mergeGuestBasket('az'), mergeGuestBasket('az')])
    expect(accountLines()).toEqual(guestLines)
    expect(carts.filter(Boolean).length).toBeGreaterThan(0)
  })

  it('sends nothing for an empty basket', async () => {
    useBasket.setState({ lines: [] })
    await expect(mergeGuestBasket('az')).resolves.toBeNull()
    expect(state.merges.size).toBe(0)
  })

  it('keeps the basket when the server is unreachable, and moves it with later lines next time', async () => {
    server.use(http.post(`${BASE}/cart/merge`, () => problem(503, 'service_unavailable', 'Bir azdan'), { once: true }))
    await expect(mergeGuestBasket('az')).rejects.toThrow()
    expect(useBasket.getState().moving?.lines).toHaveLength(guestLines.length)
    expect(accountLines()).toEqual([])
    basket.add(plain, null)
    await mergeGuestBasket('az')
    expect(accountLines()).toEqual([[plain.id, null, 4], ...guestLines.slice(1)])
    expect(state.merges.size, 'the kept lines and the later line are sent with different keys').toBe(2)
  })

  it('adds nothing twice wherever the response is cut', async () => {
    const linesBefore = basket.lines()
    let length = 0
    server.use(
      http.post<PathParams, Body<'/cart/merge', 'post'>>(`${BASE}/cart/merge`, async ({ request }) => {
        const body = await (await mergeResponse(request)).text()
        length = body.length
        return new HttpResponse(body, { headers: { 'content-type': 'application/json' } })
      }),
    )
    await mergeGuestBasket('az')
    server.resetHandlers()
    expect(length, 'long enough for all cuts').toBeGreaterThan(200)

    // The first and the last bytes may be special. Cuts in between look the same to the browser, so 30 of them are enough.
    const cutsBetween = Array.from({ length: 30 }, (_, index) => Math.floor((length * (index + 1)) / 32))
    const cuts = [0, 1, 2, ...cutsBetween, length - 2, length - 1]
    for (const cut of cuts) {
      state.cart = []
      state.merges = new Map()
      useBasket.setState({ lines: linesBefore, moving: null, changed: [] })
      server.use(cutResponse(cut))
      // oxlint-disable-next-line no-await-in-loop -- each cut is a separate visit
      await expect(mergeGuestBasket('az'), `${cut} bytes`).rejects.toThrow()
      server.resetHandlers()
      // oxlint-disable-next-line no-await-in-loop -- as above
      await mergeGuestBasket('az')
      expect(accountLines(), `${cut} bytes`).toEqual(guestLines)
    }
  })
})

/** Lets the normal handler respond, and cuts its response. */
function cutResponse(bytes: number) {
  return http.post<PathParams, Body<'/cart/merge', 'post'>>(
    `${BASE}/cart/merge`,
    async ({ request }) => {
      const body = await (await mergeResponse(request)).text()
      return new HttpResponse(body.slice(0, bytes), { headers: { 'content-type': 'application/json' } })
    },
    { once: true },
  )
}
