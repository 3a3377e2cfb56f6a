// Tests of reviews on a product page.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '~shared/api/query-client'
import { connectSession } from '~shared/api/recovery'
import type { MyReview } from '~shared/api/types'
import { keepSession } from '~shared/features/auth/keep-session'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import { BASE } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { products } from '~mock/catalogue'
import { USER } from '~mock/profile-state'
import { productOf, reviews, reviewsOf } from '~mock/reviews-state'
import { server } from '~mock/server'
import { state } from '~mock/state'
import Reviews from './components/reviews'

const user = userEvent.setup({ delay: null })
const product = products.find(({ reviews }) => reviews > 20)
if (!product) throw new Error('the mock has no product with many reviews')
const productReviews = reviewsOf(product)
const GOOD = 'Anama aldım, çox sevindi'
/** The mock refuses texts with the word “söyüş” (swearing). */
const REFUSED = 'söyüş olan bir rəy'
/** The mock holds texts with a link back for a moderator. */
const SUSPICIOUS = 'Daha ucuzu www.example.az saytında'

const withToasts = (page: React.ReactNode) => () => (
  <>
    {page}
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = (path = paths.product(product.slug)) =>
  openAt(path, { path: '/mehsullar/:slug', Component: withToasts(<Reviews product={product} />) })

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => user.click(await button(name))
const PER_PAGE = 6
/** The lowest rating among the mock's reviews. */
const WORST_RATING = 2
/** Each review of somebody else has one reply button. */
const replyButtons = () => screen.queryAllByText(t('reviews.reply.open'))
const text = () => screen.findByLabelText(t('reviews.form.text'))
const star = (count: number) => screen.findByRole('radio', { name: new RegExp(`^${t('reviews.stars', { count })}`) })
const ratingBarName = (count: number) => {
  const stars = t('reviews.stars', { count })
  return t('reviews.bar', { stars, n: productReviews.filter(({ rating }) => rating === count).length })
}
const myReview = (overrides: Partial<MyReview['review']>, reason?: string): MyReview => ({
  review: { ...(productReviews[0] as MyReview['review']), id: 9, author: 'Aysel M.', isMine: true, replies: [], ...overrides },
  product: productOf(product),
  ...(reason && { reason }),
})

const replyToFirst = async (text: string) => {
  await waitFor(() => expect(replyButtons()).toHaveLength(PER_PAGE))
  await user.click(screen.getAllByRole('button', { name: new RegExp(t('reviews.reply.open')) })[0] as HTMLElement)
  await user.type(await screen.findByLabelText(t('reviews.reply.label')), text)
  await press(t('reviews.reply.submit'))
}

const signInUser = () => auth.signedIn({ user: USER, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })
beforeEach(() => {
  auth.cleared()
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: auth.cleared })
  useToasts.setState({ toasts: [] })
})

describe('reading', () => {
  it('filters by the rating of a pressed bar, and a second press removes the filter', async () => {
    open()
    const twoStars = await button(ratingBarName(2))
    await waitFor(() => expect(replyButtons()).toHaveLength(PER_PAGE))
    await user.click(twoStars)
    await waitFor(() => expect(screen.getAllByRole('img', { name: t('reviews.average', { value: 2 }) }).length).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryAllByRole('img', { name: t('reviews.average', { value: 5 }) })).toEqual([]))
    expect(twoStars).toHaveAttribute('aria-pressed', 'true')
    await user.click(twoStars)
    await waitFor(() => expect(screen.getAllByRole('img', { name: t('reviews.average', { value: 5 }) }).length).toBeGreaterThan(0))
  })

  it('can be limited to buyers and sorted by worst rating', async () => {
    open()
    await press(t('reviews.onlyVerified'))
    await user.selectOptions(screen.getByLabelText(t('reviews.sort.label')), t('reviews.sort.worst'))
    await waitFor(() => expect(screen.getAllByText(t('reviews.verified'))).toHaveLength(replyButtons().length))
    const isVerified = (item: HTMLElement) => within(item).queryByText(t('reviews.verified')) !== null
    const firstVerified = screen.getAllByRole('listitem').find(isVerified) as HTMLElement
    within(firstVerified).getByRole('img', { name: t('reviews.average', { value: WORST_RATING }) })
  })

  it('appends the next page without duplicates', async () => {
    open()
    await press(t('reviews.more'))
    await waitFor(() => expect(replyButtons()).toHaveLength(2 * PER_PAGE))
  })

  it('marks replies of the shop', async () => {
    open()
    await press(ratingBarName(2))
    expect((await screen.findAllByText(t('reviews.shop'))).length).toBeGreaterThan(0)
  })

  it('offers a retry when loading fails', async () => {
    server.use(http.get(`${BASE}/product/:id/reviews`, () => HttpResponse.json({}, { status: 404 }), { once: true }))
    open()
    await press(t('common.retry'))
    await waitFor(() => expect(replyButtons()).toHaveLength(PER_PAGE))
  })

  it('shows that there are no reviews yet', async () => {
    server.use(
      http.get(`${BASE}/product/:id/reviews`, () =>
        HttpResponse.json({
          data: { reviews: [], summary: { rating: 0, count: 0, stars: [0, 0, 0, 0, 0] } },
          meta: { page: 1, perPage: 6, total: 0, lastPage: 1 },
        }),
      ),
    )
    open()
    await screen.findByRole('heading', { name: t('reviews.none') })
    expect(screen.queryByLabelText(t('reviews.sort.label'))).toBeNull()
  })
})

describe('writing', () => {
  const openForm = () => {
    signInUser()
    return open(paths.writeReview(product.slug))
  }

  it('leads guests to the sign-in page and back to the form', async () => {
    open()
    const link = await screen.findByRole('link', { name: t('reviews.write') })
    expect(link).toHaveAttribute('href', paths.signIn(paths.writeReview(product.slug)))
  })

  it("shows the server's texts for a missing rating and a text that is too short", async () => {
    openForm()
    await user.type(await text(), 'Gözəl')
    await press(t('reviews.form.submit'))
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(await text()).toHaveAccessibleDescription(t('errors.fields.too_short'))
    expect(await text()).toHaveValue('Gözəl')
  })

  it('publishes the review above the others', async () => {
    const page = openForm()
    await user.click(await star(5))
    await user.type(await text(), GOOD)
    await press(t('reviews.form.submit'))
    await screen.findByText(t('reviews.sent.published'))
    const myReviewSection = within(await screen.findByRole('region', { name: t('reviews.mine.one') }))
    myReviewSection.getByText(GOOD)
    myReviewSection.getByText(t('reviews.state.published'))
    expect(page.address()).toBe(paths.product(product.slug))
    expect(reviews.mine[0]?.review).toMatchObject({ rating: 5, text: GOOD })
    await waitFor(() => expect(screen.getAllByText(GOOD), 'not a second time in the list').toHaveLength(1))
  })

  it('shows that a review waits for a moderator', async () => {
    openForm()
    await user.click(await star(4))
    await user.type(await text(), SUSPICIOUS)
    await press(t('reviews.form.submit'))
    await screen.findByText(t('reviews.about.pending'))
    screen.getByText(t('reviews.state.pending'))
  })

  it('keeps the draft on a reload and when the server refuses', async () => {
    const { unmount } = openForm()
    await user.click(await star(3))
    await user.type(await text(), REFUSED)
    unmount()
    open(paths.writeReview(product.slug))
    expect(await text()).toHaveValue(REFUSED)
    expect(await star(3)).toBeChecked()
    await press(t('reviews.form.submit'))
    await waitFor(async () => expect(await text()).toHaveAccessibleDescription('Düzgün deyil'))
    expect(await text()).toHaveValue(REFUSED)
  })

  it('does not show one person’s draft to the next', async () => {
    const { unmount } = openForm()
    await user.type(await text(), 'Yarımçıq qalan rəy')
    unmount()
    auth.signedIn({ user: { ...USER, id: 8 }, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })
    open(paths.writeReview(product.slug))
    expect(await text()).toHaveValue('')
  })

  it('keeps the draft when the session ends, but not after signing out', async () => {
    const { unmount } = openForm()
    keepSession(createQueryClient(), 'az')
    await user.type(await text(), 'Yarımçıq qalan rəy')
    await user.click(await star(5))
    Object.assign(state, { accessToken: 'ended', refreshToken: 'ended' })
    await press(t('reviews.form.submit'))
    await screen.findByText(t('reviews.guest.text'))
    unmount()
    Object.assign(state, { accessToken: 'access-1', refreshToken: 'refresh-1' })

    const reopened = openForm()
    expect(await text()).toHaveValue('Yarımçıq qalan rəy')
    reopened.unmount()
    auth.cleared()
    openForm()
    expect(await text()).toHaveValue('')
  })

  it('starts with the existing review', async () => {
    reviews.mine = [myReview({ rating: 2, text: 'Gözlədiyim kimi deyildi', state: 'rejected' }, 'Reklam')]
    signInUser()
    open()
    await screen.findByText(t('reviews.about.reason', { reason: 'Reklam' }))
    await press(t('reviews.edit'))
    expect(await text()).toHaveValue('Gözlədiyim kimi deyildi')
    expect(await star(2)).toBeChecked()
  })

  it('withdraws at once, and “undo” restores the review', async () => {
    reviews.mine = [myReview({ text: GOOD })]
    signInUser()
    open()
    await press(t('reviews.withdraw'))
    await waitFor(() => expect(reviews.mine).toEqual([]))
    await button(t('reviews.write'))
    await press(t('common.undo'))
    await screen.findByText(GOOD)
  })
})

describe('replying', () => {
  const writeReply = async (text: string) => {
    signInUser()
    open()
    await replyToFirst(text)
  }

  it('leads guests to the sign-in page and back to the reviews', async () => {
    open()
    const [link] = await screen.findAllByRole('link', { name: new RegExp(t('reviews.reply.open')) })
    expect(link).toHaveAttribute('href', paths.signIn(paths.reviewsOf(product.slug)))
  })

  it('shows the reply below the review', async () => {
    await writeReply('Çox sağ olun!')
    await screen.findByText('Çox sağ olun!')
    expect(screen.queryByText(t('reviews.state.pending'))).toBeNull()
  })

  it('shows a reply that waits for a moderator to its writer', async () => {
    await writeReply('Mənə yazın: www.example.az')
    await screen.findByText(t('reviews.reply.pending'))
    screen.getByText(t('reviews.state.pending'))
  })
})
