import type { Request } from '@playwright/test'
import type { Cart, Session } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { emptied, holdsInCart, known, signedInByApi } from './accounts'
import { FULL } from './coverage'
import { expect, type Shop, test } from './shop'
import { az } from './texts'

const isMerge = (request: Request) => request.method() === 'POST' && request.url().endsWith('/cart/merge')

async function guestSignsInFromCart(shop: Shop, { email, password }: { email: string; password: string }) {
  await shop.cartLink().click()
  await shop
    .main()
    .getByRole('link', { name: az('cart.signIn') })
    .click()
  await shop.fillsIn(email, password)
  await shop.isAt(paths.cartConfirm())
}

const countsOf = ({ items }: Cart) =>
  items
    .map(({ productId, sizeId, count }) => ({ productId, ...(sizeId !== undefined && { sizeId }), count }))
    .sort((a, b) => a.productId - b.productId)

test.describe("a guest's basket moves to the account", () => {
  let session: Session
  const serverCart = async (request: Parameters<typeof known>[0]) => (await known<{ data: Cart }>(request, session, '/cart/all')).data

  test.beforeEach(async ({ request, account }) => {
    session = await signedInByApi(request, account)
    await emptied(request, session)
  })

  test("counts and sizes are moved in one request, and added to the account's cart", async ({
    shop,
    page,
    request,
    account,
    catalogue,
  }) => {
    const { plain, reduced, sized } = catalogue
    const size = sized.sizes.find(({ stock }) => stock >= 3)
    await holdsInCart(request, session, plain.id, 2)
    await shop.puts(reduced, 3)
    await shop.puts(sized, 2, size?.id)
    await shop.puts(plain)
    const merges: unknown[] = []
    page.on('request', (one) => void (isMerge(one) && merges.push(one.postDataJSON())))
    await guestSignsInFromCart(shop, account)

    await shop.hasCartCount(8)
    await expect(shop.main().getByText(az('cart.confirm.text'))).toBeVisible()
    expect(merges).toHaveLength(1)
    expect((await shop.stored<{ lines: unknown[] }>('guestBasket'))?.lines).toEqual([])
    const moved = [
      { productId: plain.id, count: 3 },
      { productId: reduced.id, count: 3 },
      { productId: sized.id, sizeId: size?.id, count: 2 },
    ].sort((a, b) => a.productId - b.productId)
    expect(countsOf(await serverCart(request))).toEqual(moved)

    await page.reload()
    await shop.hasCartCount(8)
    expect(countsOf(await serverCart(request))).toEqual(moved)
  })

  test('an empty basket changes nothing and does not change the destination', { tag: FULL }, async ({ shop, account }) => {
    await shop.open(paths.signIn(paths.stores()))
    await shop.fillsIn(account.email, account.password)
    await shop.isAt(paths.stores())
    await shop.hasCartCount(0)
  })
})
