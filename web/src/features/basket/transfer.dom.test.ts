import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectSession } from '~/api/session'
import type { Cart, ProductCard } from '~/api/types'
import { call } from '~/api/http'
import { BASE } from '~mock/handlers/answer'
import { card, products, sizes } from '~mock/catalogue'
import { server } from '~mock/server'
import { state } from '~mock/state'
import { cameFromList, forgetVisit } from '../referral/clicks'
import { restoreGuestLines } from './restore'
import { basket, useBasket } from './store'
import { transferGuestBasket } from './transfer'

const known = (test: (raw: (typeof products)[number]) => boolean) => products.find(test) ?? products[0]!
const sizedRaw = known((raw) => (raw.sizes?.length ?? 0) > 1)
const plainRaw = known((raw) => !raw.sizes && raw.stock > 5)
const sized: ProductCard = card(sizedRaw, 'az', new Set())
const plain: ProductCard = card(plainRaw, 'az', new Set())
const [small, large] = sizes(sizedRaw, 'az').map(({ id, name, price }) => ({ id, name, price }))

const serverCart = async () => ((await call({ method: 'GET', path: '/cart/all', locale: 'az' })) as { data: Cart }).data
const lines = () => state.cart.map(({ productId, sizeId, count }) => [productId, sizeId ?? null, count])

beforeEach(() => {
  connectSession({ tokens: () => ({ accessToken: 'access-1', refreshToken: 'refresh-1' }), renewed: () => {}, lost: () => {} })
  useBasket.setState({ lines: [], transferred: [] })
  for (let i = 0; i < 3; i += 1) basket.add(plain, null)
  basket.add(sized, small ?? null)
  basket.add(sized, large ?? null)
  basket.add(sized, large ?? null)
})

describe('becoming a user', () => {
  it('adds every product once with count 1 and clears the basket', async () => {
    await expect(transferGuestBasket('az')).resolves.toBe(true)
    expect(lines()).toEqual([
      [plain.id, null, 1],
      [sized.id, null, 1],
    ])
    expect(basket.lines()).toEqual([])
    expect(useBasket.getState().transferred).toHaveLength(3)
  })

  it("takes along the click on a blogger's list that led to a product, also when its count and sizes are restored", async () => {
    const sent: { productId: number; referral?: { list?: string } }[] = []
    const keep = async ({ request }: { request: Request }) => void sent.push((await request.clone().json()) as (typeof sent)[number])
    server.use(http.post(`${BASE}/cart/add`, keep), http.post(`${BASE}/cart/update`, keep))
    cameFromList('anama-b3kd9x', sized.slug)
    const lines = basket.lines()
    await transferGuestBasket('az')
    await restoreGuestLines('az', await serverCart(), lines)
    forgetVisit()
    const listsOf = (id: number) => [...new Set(sent.filter(({ productId }) => productId === id).map(({ referral }) => referral?.list))]
    expect(listsOf(sized.id)).toEqual(['anama-b3kd9x'])
    expect(listsOf(plain.id)).toEqual([undefined])
  })

  it('happens once, however often it is asked for', async () => {
    const answers = await Promise.all([transferGuestBasket('az'), transferGuestBasket('az')])
    expect(answers).toEqual([true, false])
    expect(lines().map(([, , count]) => count)).toEqual([1, 1])
  })

  it('sends nothing for an empty basket', async () => {
    const transferred = basket.lines()
    useBasket.setState({ lines: [], transferred })
    await expect(transferGuestBasket('az')).resolves.toBe(false)
    expect(lines()).toEqual([])
    expect(useBasket.getState().transferred, 'an offer that was not answered yet stays').toEqual(transferred)
  })

  it('keeps what did not arrive', async () => {
    server.use(http.post(`${BASE}/cart/add`, () => HttpResponse.json({}, { status: 500 })))
    await expect(transferGuestBasket('az')).resolves.toBe(false)
    expect(useBasket.getState().transferred).toHaveLength(3)
  })
})

describe('restoring', () => {
  const restore = async () => restoreGuestLines('az', await serverCart(), useBasket.getState().transferred)

  it('gives counts and sizes back', async () => {
    await transferGuestBasket('az')
    const { missing } = await restore()
    expect(missing).toEqual([])
    expect(lines()).toEqual([
      [plain.id, null, 3],
      [sized.id, small?.id, 1],
      [sized.id, large?.id, 2],
    ])
  })

  it('keeps what the account had before', async () => {
    state.cart = [
      { productId: plain.id, count: 2 },
      { productId: sized.id, sizeId: large!.id, count: 1 },
    ]
    await transferGuestBasket('az')
    await restore()
    expect(new Set(lines().map(String))).toEqual(
      new Set([String([plain.id, null, 5]), String([sized.id, small?.id, 1]), String([sized.id, large?.id, 3])]),
    )
  })

  it('takes what is left when there is less', async () => {
    plainRaw.stock = 2
    await transferGuestBasket('az')
    const { missing } = await restore()
    expect(missing).toEqual([])
    expect(lines()).toContainEqual([plain.id, null, 2])
  })
})
