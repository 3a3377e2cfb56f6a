// Pages must show hostile texts, which contain scripts, as plain text. The guard reports what the content security policy blocks.

import type { APIRequestContext } from '@playwright/test'
import type { ContentPage, ProductCard, Session } from '~shared/api/types'
import { adminPaths } from '~admin/paths'
import { paths, REVIEWS } from '~shared/lib/paths'
import { test as bloggerTest } from './blogger'
import { signInNewAccount } from './new-accounts'
import { expect, test } from './shop'
import { expectNoInjectedElements, inBackOffice, packPayloads, PAYLOADS, SCRIPT, watchDialogs } from './payloads'
import { signInStaffByApi } from './staff'
import { az } from './texts'

/** Returns whether the server has accepted the payload. It may only accept or refuse it (422). */
async function sendPayload(request: APIRequestContext, { accessToken }: Session, method: 'post' | 'put', path: string, data: object) {
  const response = await request[method](`/api/v1${path}`, { data, headers: { authorization: `Bearer ${accessToken}` } })
  expect([200, 201, 422], `${path}: ${await response.text()}`).toContain(response.status())
  return response.ok()
}

test('a hostile review is shown as plain text', async ({ shop, page, request, browser }) => {
  test.setTimeout(180_000)
  const { expectNoDialogs } = watchDialogs(page)
  const { session } = await signInNewAccount(shop, request)

  // An account may review a product once, so each text needs another product.
  const reviewTexts = packPayloads(1900)
  const response = await request.get('/api/v1/product/all?sort=newest&perPage=12')
  const { products } = ((await response.json()) as { data: { products: ProductCard[] } }).data
  const reviewed = products.slice(0, reviewTexts.length)
  for (const [index, text] of reviewTexts.entries()) {
    const product = reviewed[index]
    expect(await sendPayload(request, session, 'post', `/product/${product?.id}/reviews`, { rating: 4, text })).toBe(true)
  }

  for (const product of reviewed)
    await test.step(product.name, async () => {
      await shop.open(`${paths.product(product.slug)}#${REVIEWS.place}`)
      await expect(shop.region(az('reviews.title')).getByRole('region', { name: az('reviews.mine.one') })).toBeVisible()
      await expectNoInjectedElements(page)
    })
  await shop.open(paths.myReviews())
  await expect(shop.main()).toContainText(SCRIPT)
  await expectNoInjectedElements(page)

  await inBackOffice(browser, shop, async (admin) => {
    await admin.open(adminPaths.reviews())
    await expectNoInjectedElements(admin.page)
  })
  expectNoDialogs()
})

bloggerTest('a list with a hostile name or description is shown as plain text', async ({ shop, page, blogger }) => {
  bloggerTest.setTimeout(120_000)
  const { expectNoDialogs } = watchDialogs(page)
  const shortTexts = PAYLOADS.filter(({ text }) => text.length <= 60 && text.includes('<')).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  const [firstDescription, secondDescription] = packPayloads(500)
  const lists = [
    await blogger.createList(blogger.uniqueName(shortTexts[0] ?? ''), [], firstDescription),
    await blogger.createList(blogger.uniqueName(shortTexts[1] ?? ''), [], secondDescription),
  ]
  await shop.open(paths.myLists())
  await expect(
    shop
      .main()
      .getByText(shortTexts[0] ?? '')
      .first(),
  ).toBeVisible()
  await expectNoInjectedElements(page)
  for (const { slug } of lists) {
    await shop.open(paths.list(slug))
    await expectNoInjectedElements(page)
  }
  expectNoDialogs()
})

test('a name accepts letters only, and the account shows no other', async ({ shop, page, request }) => {
  const { expectNoDialogs } = watchDialogs(page)
  const { session } = await signInNewAccount(shop, request)
  // Longer names are refused for their length.
  const shortTexts = PAYLOADS.map(({ text }) => text).filter(({ length }) => length <= 60)
  for (const text of shortTexts.slice(0, 20))
    await sendPayload(request, session, 'post', '/user/update', { firstName: text, lastName: text })
  await shop.open(paths.account())
  await expectNoInjectedElements(page)
  expectNoDialogs()
})

test('a hostile search text is repeated as plain text', async ({ shop, page }) => {
  const { expectNoDialogs } = watchDialogs(page)
  for (const text of [SCRIPT, '"><img src=x onerror=alert(1)>', "'-alert(1)-'", '</title></script><svg/onload=alert(1)>', '{{1+1}}']) {
    await shop.open(paths.search(text))
    await expectNoInjectedElements(page)
  }
  expectNoDialogs()
})

test('a hostile letter to the shop is shown as plain text', async ({ shop, page, guard }) => {
  // The server may refuse the name, or a visitor who has sent too many letters.
  guard.allow(/\b4(22|29)\b/)
  const { expectNoDialogs } = watchDialogs(page)
  await shop.open(paths.contact())
  const form = shop.region(az('content.contact.form'))
  await form.getByLabel(az('content.contact.name')).fill('<b onclick=alert(1)>Nigar</b>')
  await form
    .getByLabel(az('content.contact.email'), { exact: true })
    .fill(`nigar.${Math.random().toString(36).slice(2, 10)}@sovqat.example`)
  await form.getByLabel(az('content.contact.message')).fill(packPayloads(3900)[0] ?? '')
  await form.getByRole('button', { name: az('content.contact.send') }).click()
  await expect(
    shop
      .main()
      .getByRole('alert')
      .or(shop.main().getByRole('heading', { name: az('content.contact.sent') })),
  ).toBeVisible()
  await expectNoInjectedElements(page)
  expectNoDialogs()
})

test('hostile Markdown of an operator is rendered harmless', async ({ shop, page, request }) => {
  const { expectNoDialogs } = watchDialogs(page)
  const operator = await signInStaffByApi()
  await shop.open(paths.delivery())
  const preview = (markdown: string) =>
    request.post('/api/v1/admin/content/preview', {
      data: { page: 'delivery', title: SCRIPT, markdown },
      headers: { ...operator },
    })

  // `{{name}}` stands for a value, and an unknown name is refused.
  const hasPlaceholder = ({ text }: { text: string }) => text.includes('{{')
  for (const { text } of PAYLOADS.filter(hasPlaceholder)) expect((await preview(text)).status(), text).toBe(422)

  const texts = packPayloads(
    3000,
    PAYLOADS.filter((payload) => !hasPlaceholder(payload)),
  )
  const eachInItsParagraph = texts.join('\n\n').replaceAll('\n', '\n\n')
  for (const markdown of [...texts, eachInItsParagraph]) {
    const response = await preview(markdown)
    expect(response.status(), await response.text()).toBe(200)
    const { html, sections } = ((await response.json()) as { data: ContentPage }).data
    // Pages of texts insert raw HTML in the same way.
    await page.evaluate(
      (content) => {
        const box = document.querySelector('.prose')
        if (box) box.innerHTML = content
      },
      [html, ...sections.map((section) => section.html)].join(''),
    )
    await expectNoInjectedElements(page)
  }
  expectNoDialogs()
})
