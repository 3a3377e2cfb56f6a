import type { Request } from '@playwright/test'
import type { Cart, Session } from '~/api/types'
import { paths } from '~/lib/paths'
import { emptied, holdsInCart, known, signedInByApi } from './accounts'
import { FULL } from './coverage'
import { expect, type Shop, test } from './shop'
import { az } from './texts'

const isAddition = (request: Request) => request.method() === 'POST' && request.url().endsWith('/cart/add')

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

  test('every product once with count 1; one press restores counts and sizes', async ({ shop, page, request, account, catalogue }) => {
    const { reduced, sized } = catalogue
    const size = sized.sizes.find(({ stock }) => stock >= 3)
    await shop.puts(reduced, 3)
    await shop.puts(sized, 2, size?.id)
    const additions: unknown[] = []
    page.on('request', (one) => void (isAddition(one) && additions.push(one.postDataJSON())))
    await guestSignsInFromCart(shop, account)

    await shop.hasCartCount(2)
    expect(additions).toEqual([
      { productId: reduced.id, count: 1 },
      { productId: sized.id, count: 1 },
    ])
    expect((await shop.stored<{ lines: unknown[] }>('guestBasket'))?.lines).toEqual([])

    await shop
      .main()
      .getByRole('button', { name: az('cart.restore.yes') })
      .click()
    await shop.says(az('cart.restore.done'))
    await shop.hasCartCount(5)
    const restored = [
      { productId: reduced.id, count: 3 },
      { productId: sized.id, sizeId: size?.id, count: 2 },
    ].sort((a, b) => a.productId - b.productId)
    expect(countsOf(await serverCart(request))).toEqual(restored)

    await page.reload()
    await shop.hasCartCount(5)
    await expect(shop.main().getByRole('button', { name: az('cart.restore.yes') }), 'offered once').toHaveCount(0)
    expect(countsOf(await serverCart(request))).toEqual(restored)
  })

  test('what the account had before is kept', { tag: FULL }, async ({ shop, request, account, catalogue }) => {
    const { plain, reduced } = catalogue
    await holdsInCart(request, session, plain.id, 2)
    await shop.puts(plain, 2)
    await shop.puts(reduced)
    await guestSignsInFromCart(shop, account)
    await shop.hasCartCount(4)
    await shop
      .main()
      .getByRole('button', { name: az('cart.restore.yes') })
      .click()
    await shop.hasCartCount(5)
    const expected = [
      { productId: plain.id, count: 4 },
      { productId: reduced.id, count: 1 },
    ].sort((a, b) => a.productId - b.productId)
    expect(countsOf(await serverCart(request))).toEqual(expected)
  })

  test('single units need no restoring, and the offer can be declined', { tag: FULL }, async ({ shop, page, account, catalogue }) => {
    await shop.puts(catalogue.plain)
    await guestSignsInFromCart(shop, account)
    await shop.hasCartCount(1)
    await expect(shop.main().getByRole('button', { name: az('cart.restore.yes') })).toHaveCount(0)

    await page.evaluate(() => localStorage.clear())
    await shop.puts(catalogue.reduced, 2)
    await guestSignsInFromCart(shop, account)
    await shop.hasCartCount(2)
    await shop
      .main()
      .getByRole('button', { name: az('cart.restore.no') })
      .click()
    await expect(shop.main().getByRole('button', { name: az('cart.restore.yes') })).toHaveCount(0)
    await shop.hasCartCount(2)
  })

  test('an empty basket changes nothing and goes where the guest wanted to go', { tag: FULL }, async ({ shop, account }) => {
    await shop.open(paths.signIn(paths.stores()))
    await shop.fillsIn(account.email, account.password)
    await shop.isAt(paths.stores())
    await shop.hasCartCount(0)
  })
})
