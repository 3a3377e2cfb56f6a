// Tests of the account's page of its reviews and replies.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { Component as MyReviews } from '~/routes/profile/reviews'
import { products } from '~mock/catalogue'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { USER } from '~mock/profile-state'
import { productOf, reviews, reviewsOf } from '~mock/reviews-state'
import { server } from '~mock/server'
import { connectSession } from '~shared/api/recovery'
import type { MyReply, MyReview } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import Reviews from './components/reviews'

const user = userEvent.setup({ delay: null })
const product = products.find(({ reviews }) => reviews > 20)
if (!product) throw new Error('the mock has no product with many reviews')
const productReviews = reviewsOf(product)
const GOOD = 'Anama aldım, çox sevindi'

const withToasts = (page: React.ReactNode) => () => (
  <>
    {page}
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const openProduct = () =>
  openAt(paths.product(product.slug), { path: '/mehsullar/:slug', Component: withToasts(<Reviews product={product} />) })
const openMine = () => openAt(paths.myReviews(), { path: '/profil/reylerim', Component: withToasts(<MyReviews />) })
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const myReview = (overrides: Partial<MyReview['review']>, reason?: string): MyReview => ({
  review: { ...(productReviews[0] as MyReview['review']), id: 9, author: 'Aysel M.', isMine: true, replies: [], ...overrides },
  product: productOf(product),
  ...(reason && { reason }),
})

const replyToFirst = async (text: string) => {
  const [reply] = await screen.findAllByRole('button', { name: new RegExp(t('reviews.reply.open')) })
  await user.click(reply as HTMLElement)
  await user.type(await screen.findByLabelText(t('reviews.reply.label')), text)
  await press(t('reviews.reply.submit'))
}

beforeEach(() => {
  auth.cleared()
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: auth.cleared })
  auth.signedIn({ user: USER, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })
  useToasts.setState({ toasts: [] })
})

describe('my reviews', () => {
  it('link to the shop when there are none', async () => {
    openMine()
    await screen.findByRole('heading', { level: 1, name: t('reviews.mine.empty') })
    expect(screen.getByRole('link', { name: t('common.toShop') })).toHaveAttribute('href', paths.home())
  })

  it('show their status and the moderator’s reason, and can be rewritten', async () => {
    reviews.mine = [myReview({ state: 'rejected' }, 'Telefon nömrəsi var')]
    openMine()
    await screen.findByText(t('reviews.about.reason', { reason: 'Telefon nömrəsi var' }))
    screen.getByText(t('reviews.state.rejected'))
    expect(screen.getByRole('link', { name: t('reviews.mine.editOf', { name: product.name.az }) })).toHaveAttribute(
      'href',
      paths.writeReview(product.slug),
    )
  })

  it('are withdrawn, and restored by “undo”', async () => {
    reviews.mine = [myReview({ text: GOOD })]
    openMine()
    await press(t('reviews.mine.withdrawOf', { name: product.name.az }))
    await screen.findByRole('heading', { level: 1, name: t('reviews.mine.empty') })
    await press(t('common.undo'))
    await screen.findByText(GOOD)
  })
})

describe('my replies', () => {
  const myReply = (id: number, replyOverrides: Partial<MyReply['reply']> = {}, overrides: Partial<MyReply> = {}): MyReply => ({
    reply: {
      id,
      text: `Cavab ${id}`,
      author: 'Aysel M.',
      isShop: false,
      state: 'published',
      createdAt: '2026-11-20T09:00:00Z',
      ...replyOverrides,
    },
    review: { id: 1, author: 'Rəşad M.', text: 'Keyfiyyəti yaxşıdır.' },
    product: productOf(product),
    ...overrides,
  })
  const section = () => screen.findByRole('region', { name: t('reviews.replies.title') })
  const texts = () => screen.queryAllByText(/^Cavab \d+$/).map(({ textContent }) => textContent)

  it('are listed below my reviews, with their review and product', async () => {
    reviews.myReplies = [myReply(7)]
    openMine()
    const mine = within(await section())
    await mine.findByText('Cavab 7')
    mine.getByText('Keyfiyyəti yaxşıdır.')
    mine.getByText('Rəşad M.')
    expect(mine.getByRole('link', { name: product.name.az })).toHaveAttribute('href', paths.reviewsOf(product.slug))
    expect(screen.queryByRole('heading', { name: t('reviews.mine.empty') })).toBeNull()
  })

  it("show their status and the moderator's reason", async () => {
    const pending = myReply(1, { state: 'pending' })
    const rejected = myReply(2, { state: 'rejected' }, { reason: 'Telefon nömrəsi var', review: { id: 1, author: '' } })
    reviews.myReplies = [pending, rejected]
    openMine()
    const mine = within(await section())
    await mine.findByText(t('reviews.replies.pending'))
    mine.getByText(t('reviews.replies.rejected'))
    mine.getByText(t('reviews.about.reason', { reason: 'Telefon nömrəsi var' }))
    mine.getByText(t('reviews.replies.hidden'))
    mine.getByText(t('reviews.someone'))
  })

  it('are appended page by page', async () => {
    reviews.myReplies = Array.from({ length: 12 }, (_, index) => myReply(index + 1))
    openMine()
    await waitFor(() => expect(texts(), 'one page').toHaveLength(10))
    await press(t('catalog.loadMore'))
    await waitFor(() => expect(texts(), 'all').toHaveLength(12))
    expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).toBeNull()
  })

  it('are not shown when there are none', async () => {
    reviews.mine = [myReview({ text: GOOD })]
    openMine()
    await screen.findByText(GOOD)
    await waitFor(() => expect(screen.queryByRole('region', { name: t('reviews.replies.title') })).toBeNull())
  })

  it('offer a retry when loading fails, and the reviews stay', async () => {
    reviews.mine = [myReview({ text: GOOD })]
    reviews.myReplies = [myReply(7)]
    server.use(http.get(`${BASE}/user/replies`, () => problem(400, 'bad_request', 'Sorğu anlaşılmadı'), { once: true }))
    openMine()
    await screen.findByText(GOOD)
    await press(t('common.retry'))
    await screen.findByText('Cavab 7')
  })

  it('appear after they were written on a product page', async () => {
    const { unmount } = openProduct()
    await replyToFirst('Çox sağ olun!')
    await screen.findByText('Çox sağ olun!')
    unmount()
    openMine()
    within(await section()).getByText('Çox sağ olun!')
  })
})
