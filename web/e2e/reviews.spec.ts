import type { ProductCard } from '~shared/api/types'
import { inLocale, type Locale } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { paths, REVIEWS } from '~shared/lib/paths'
import { DESKTOP, FULL, languagesFor } from './coverage'
import { signInNewAccount } from './new-accounts'
import { signUpByApi } from './people'
import { openBackOffice } from './placed-orders'
import { expect, type Shop, test as base } from './shop'
import { az, texts } from './texts'

const PER_PAGE = 6
/** The product of these tests has more reviews than this, so they fill more than one page. */
const MANY = 8

/** Returns words by which a test finds its own review. */
const newUniqueText = () => `Sevinc ${Math.random().toString(36).slice(2, 8)}`

const test = base.extend<object, { product: ProductCard }>({
  product: [
    async ({ playwright }, provide, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
      const response = await request.get('/api/v1/product/all?sort=popular&perPage=100&inStock=true')
      const { data } = (await response.json()) as { data: { products: ProductCard[] } }
      const product = data.products.find(({ reviewCount, hasSizes }) => reviewCount > MANY && !hasSizes)
      if (!product) throw new Error(`the demo has no product with more than ${MANY} reviews`)
      await provide(product)
      await request.dispose()
    },
    { scope: 'worker' },
  ],
})

/** The part of the product page with the reviews and the form. */
const section = (shop: Shop, locale: Locale = 'az') => shop.region(texts(locale)('reviews.title'))

/** The reviews of other customers. The heading of each is the name of its writer. */
const otherReviews = (shop: Shop, locale: Locale = 'az') =>
  section(shop, locale)
    .getByRole('listitem')
    .filter({ has: shop.page.getByRole('heading', { level: 3 }) })

const ratingsShown = (shop: Shop) => otherReviews(shop).getByRole('img')

async function openReviews(shop: Shop, { slug }: ProductCard, locale: Locale = 'az') {
  await shop.open(`${paths.product(slug)}#${REVIEWS.place}`, locale)
  await expect(otherReviews(shop, locale).first()).toBeVisible()
}

async function writeReview(shop: Shop, stars: number, text: string, locale: Locale = 'az') {
  const t = texts(locale)
  const form = section(shop, locale).getByRole('region', { name: t('reviews.write') })
  await form.getByRole('radio', { name: new RegExp(`^${t('reviews.stars', { count: stars })}`) }).check({ force: true })
  await form.getByLabel(t('reviews.form.text')).fill(text)
  await form.getByRole('button', { name: t('reviews.form.submit') }).click()
}

const ownReview = (shop: Shop, locale: Locale = 'az') =>
  section(shop, locale).getByRole('region', { name: texts(locale)('reviews.mine.one') })

test('the rating links to the reviews, which are filtered by rating and by buyers, and more are appended', async ({ shop, product }) => {
  await shop.open(paths.product(product.slug))
  // The text begins with a comma, because it usually follows the rating.
  const reviewCount = az('common.reviews', { count: product.reviewCount }).replace(/^, /, '')
  await shop
    .main()
    .getByRole('link', { name: new RegExp(reviewCount) })
    .first()
    .click()
  await expect(section(shop)).toBeInViewport()
  await expect(otherReviews(shop)).toHaveCount(PER_PAGE)
  await section(shop)
    .getByRole('button', { name: az('reviews.more') })
    .click()
  await expect.poll(() => otherReviews(shop).count()).toBeGreaterThan(PER_PAGE)

  const fiveStars = section(shop).getByRole('button', { name: new RegExp(`^${az('reviews.stars', { count: 5 })}:`) })
  await fiveStars.click()
  await expect(fiveStars).toHaveAttribute('aria-pressed', 'true')
  await expect(ratingsShown(shop).first()).toHaveAccessibleName(az('reviews.average', { value: 5 }))
  for (const stars of await ratingsShown(shop).all()) await expect(stars).toHaveAccessibleName(az('reviews.average', { value: 5 }))

  await fiveStars.click()
  await section(shop)
    .getByRole('button', { name: az('reviews.onlyVerified') })
    .click()
  const unverifiedCount = async () => {
    const verifiedCount = await otherReviews(shop).getByText(az('reviews.verified')).count()
    return (await otherReviews(shop).count()) - verifiedCount
  }
  await expect.poll(unverifiedCount).toBe(0)

  await section(shop).getByLabel(az('reviews.sort.label')).selectOption('worst')
  await expect(fiveStars).toHaveAttribute('aria-pressed', 'false')
})

test('a guest signs in and returns to the review form', { tag: FULL }, async ({ shop, request, product }) => {
  const { person } = await signUpByApi(request)
  await openReviews(shop, product)
  await section(shop)
    .getByRole('link', { name: az('reviews.write') })
    .click()
  await shop.expectPath(paths.signIn(paths.writeReview(product.slug)))
  await shop.signIn(person.localPhone, person.password)
  await shop.expectPath(paths.writeReview(product.slug))
  await expect(section(shop).getByRole('heading', { name: az('reviews.write') })).toBeInViewport()
})

for (const locale of languagesFor('reviews'))
  test(`a review is written, changed, withdrawn and restored in ${locale}`, async ({ shop, page, request, product }) => {
    const t = texts(locale)
    const [firstText, changedText] = [newUniqueText(), newUniqueText()]
    await signInNewAccount(shop, request)
    await openReviews(shop, product, locale)
    await section(shop, locale)
      .getByRole('button', { name: t('reviews.write') })
      .click()
    await section(shop, locale)
      .getByRole('button', { name: t('reviews.form.submit') })
      .click()
    const summary = section(shop, locale).getByRole('alert')
    await expect(summary).toBeFocused()
    await expect(summary).toContainText(t('errors.fields.required'))
    await writeReview(shop, 5, `${firstText}: əla hədiyyə idi`, locale)
    await shop.expectToast(t('reviews.sent.published'), t)
    await expect(ownReview(shop, locale)).toContainText(firstText)
    await expect(ownReview(shop, locale)).toContainText(t('reviews.state.published'))

    const text = section(shop, locale).getByRole('textbox', { name: t('reviews.form.text') })
    await ownReview(shop, locale)
      .getByRole('button', { name: t('reviews.edit') })
      .click()
    await expect(text).toHaveValue(new RegExp(firstText))
    await text.fill(`${changedText}: yenə əladır`)
    await page.reload()
    await expect(text, 'typed text survives a reload').toHaveValue(new RegExp(changedText))
    await section(shop, locale)
      .getByRole('button', { name: t('reviews.form.submit') })
      .click()
    await expect(ownReview(shop, locale)).toContainText(changedText)

    await page.goto(inLocale(locale, paths.myReviews()))
    await expect(shop.heading()).toHaveText(t('account.reviews.title'))
    await expect(shop.main().getByRole('listitem').filter({ hasText: changedText })).toContainText(t('reviews.state.published'))
    await shop
      .main()
      .getByRole('button', { name: new RegExp(`^${t('reviews.mine.withdrawOf', { name: '' })}`) })
      .click()
    await expect(shop.heading()).toHaveText(t('reviews.mine.empty'))
    await shop
      .toasts(t)
      .getByRole('button', { name: t('common.undo') })
      .click()
    await expect(shop.main().getByRole('listitem').filter({ hasText: changedText })).toBeVisible()
  })

test('a review that waits for moderation shows why, and a rejection shows the operator’s reason', async ({
  shop,
  page,
  browser,
  request,
  isPhone,
  product,
}) => {
  const uniqueText = newUniqueText()
  await signInNewAccount(shop, request)
  await shop.open(paths.writeReview(product.slug))
  // A review with a phone number is suspicious.
  await writeReview(shop, 4, `${uniqueText}: zəng edin, 050 123 45 67`)
  await shop.expectToast(az('reviews.sent.pending'))
  await expect(ownReview(shop)).toContainText(az('reviews.about.pending'))

  const { admin, close } = await openBackOffice(browser, isPhone)
  await admin.open(adminPaths.reviews())
  const queued = await findInQueue(admin, uniqueText)
  await expect(queued).toContainText(az('admin.moderation.suspicion.phone'))
  await queued.getByRole('button', { name: new RegExp(`^${az('admin.moderation.reject')}`) }).click()
  await queued.getByRole('button', { name: az('admin.moderation.reject'), exact: true }).click()
  await expect(queued.getByRole('alert')).toContainText(az('errors.fields.reason_required'))
  await queued.getByRole('button', { name: az('admin.moderation.why.contact') }).click()
  await queued.getByRole('button', { name: az('admin.moderation.reject'), exact: true }).click()
  await admin.expectToast(az('admin.moderation.rejected'))
  await close()

  await page.goto(paths.myReviews())
  await expect(shop.main()).toContainText(az('reviews.about.reason', { reason: az('admin.moderation.why.contact') }))
  await expect(shop.main().getByText(az('reviews.state.rejected'), { exact: true })).toBeVisible()
})

test('the moderation queue is for operators only', { tag: FULL }, async ({ shop, session, guard }) => {
  guard.allow(/\b401\b/)
  expect(session.user.roles).toEqual([])
  await shop.open(adminPaths.reviews())
  await expect(shop.heading()).toHaveText(az('adminStaff.steps.password.title'))
})

test('a reply to a review is published', { tag: FULL }, async ({ shop, request, product }) => {
  const uniqueText = newUniqueText()
  await signInNewAccount(shop, request)
  await openReviews(shop, product)
  const review = otherReviews(shop).first()
  await review.getByRole('button', { name: new RegExp(az('reviews.reply.open')) }).click()
  await review.getByLabel(az('reviews.reply.label')).fill(`${uniqueText}, çox sağ olun`)
  await review.getByRole('button', { name: az('reviews.reply.submit') }).click()
  await shop.expectToast(az('reviews.reply.published'))
})

test('a review is written without a mouse', { tag: DESKTOP }, async ({ shop, page, request, product }) => {
  await signInNewAccount(shop, request)
  await shop.open(paths.writeReview(product.slug))
  await expect(section(shop).getByRole('heading', { name: az('reviews.write') })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  // The arrows move from one star to four.
  for (const _ of [2, 3, 4]) await page.keyboard.press('ArrowRight')
  await expect(section(shop).getByRole('radio', { name: new RegExp(`^${az('reviews.stars', { count: 4 })}`) })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${newUniqueText()}: klaviatura ilə yazdım`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(ownReview(shop)).toContainText('klaviatura ilə yazdım')
})

/** The oldest reviews come first, so this loads pages until the new one appears. */
async function findInQueue(admin: Shop, uniqueText: string) {
  const headings = admin.main().getByRole('heading', { level: 2 })
  const review = admin.main().getByRole('listitem').filter({ hasText: uniqueText })
  await expect(headings.first()).toBeVisible()
  while (!(await review.isVisible())) {
    const loadedCount = await headings.count()
    await admin
      .main()
      .getByRole('button', { name: az('catalog.loadMore') })
      .click()
    await expect.poll(() => headings.count()).toBeGreaterThan(loadedCount)
  }
  return review
}
