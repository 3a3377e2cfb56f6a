// Tests how a guest's cart, which is stored in the browser, moves to the account's cart on the server at sign-in.

import type { Request } from '@playwright/test'
import type { Cart, Session } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { emptyAccount, addToCart, apiGet, signInByApi } from './accounts'
import { FULL } from './coverage'
import { expect, type Shop, test } from './shop'
import { az } from './texts'

const isMerge = (request: Request) => request.method() === 'POST' && request.url().endsWith('/cart/merge')

async function signInFromCart(shop: Shop, { email, password }: { email: string; password: string }) {
  await shop.cartLink().click()
  await shop
    .main()
    .getByRole('link', { name: az('cart.signIn') })
    .click()
  await shop.signIn(email, password)
  await shop.expectPath(paths.cartConfirm())
}

const byProduct = (a: { productId: number }, b: { productId: number }) => a.productId - b.productId

const countsOf = ({ items }: Cart) =>
  items.map(({ productId, sizeId, count }) => ({ productId, ...(sizeId !== undefined && { sizeId }), count })).toSorted(byProduct)

test.describe("a guest's cart moves to the account", () => {
  let session: Session
  const readServerCart = async (request: Parameters<typeof apiGet>[0]) => (await apiGet<{ data: Cart }>(request, session, '/cart/all')).data

  test.beforeEach(async ({ request, account }) => {
    session = await signInByApi(request, account)
    await emptyAccount(request, session)
  })

  test("counts and sizes are moved in one request, and added to the account's cart", async ({
    shop,
    page,
    request,
    account,
    catalogue,
  }) => {
    const { plain, discounted, sized } = catalogue
    const size = sized.sizes.find(({ stock }) => stock >= 3)
    // The account has two of `plain`, and the guest's cart adds a third.
    await addToCart(request, session, plain.id, 2)
    await shop.addToCart(discounted, 3)
    await shop.addToCart(sized, 2, size?.id)
    await shop.addToCart(plain)
    const merges: unknown[] = []
    page.on('request', (sentRequest) => {
      if (isMerge(sentRequest)) merges.push(sentRequest.postDataJSON())
    })
    const unitCount = 2 + (3 + 2 + 1)
    await signInFromCart(shop, account)

    await shop.expectCartCount(unitCount)
    await expect(shop.main().getByText(az('cart.confirm.text'))).toBeVisible()
    expect(merges).toHaveLength(1)
    expect((await shop.stored<{ lines: unknown[] }>('guestBasket'))?.lines).toEqual([])
    const expectedCounts = [
      { productId: plain.id, count: 3 },
      { productId: discounted.id, count: 3 },
      { productId: sized.id, sizeId: size?.id, count: 2 },
    ].toSorted(byProduct)
    expect(countsOf(await readServerCart(request))).toEqual(expectedCounts)

    await page.reload()
    await shop.expectCartCount(unitCount)
    expect(countsOf(await readServerCart(request))).toEqual(expectedCounts)
  })

  test('an empty cart changes nothing and does not change the destination', { tag: FULL }, async ({ shop, account }) => {
    await shop.open(paths.signIn(paths.stores()))
    await shop.signIn(account.email, account.password)
    await shop.expectPath(paths.stores())
    await shop.expectCartCount(0)
  })
})
