import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '~shared/api/query-client'
import { connectSession } from '~shared/api/recovery'
import type { MyReply, MyReview } from '~shared/api/types'
import { keepSession } from '~shared/features/auth/keep-session'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { Component as MyReviews } from '~/routes/profile/reviews'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import { BASE, problem } from '~mock/handlers/answer'
import { openAt, t } from '~mock/in-shop'
import { products } from '~mock/catalogue'
import { USER } from '~mock/profile-state'
import { productOf, reviews, reviewsOf } from '~mock/reviews-state'
import { server } from '~mock/server'
import { state } from '~mock/state'
import Reviews from './components/reviews'

const user = userEvent.setup({ delay: null })
const raw = products.find(({ reviews }) => reviews > 20)
if (!raw) throw new Error('the mock has no product with many reviews')
const all = reviewsOf(raw)
const GOOD = 'Anama aldım, çox sevindi'

const withToasts = (page: React.ReactNode) => () => (
  <>
    {page}
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = (path = paths.product(raw.slug)) =>
  openAt(path, { path: '/mehsullar/:slug', Component: withToasts(<Reviews product={raw} />) })
const openMine = () => openAt(paths.myReviews(), { path: '/profil/reylerim', Component: withToasts(<MyReviews />) })

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => user.click(await button(name))
/** Returns one reply button for each review of others. */
const shown = () => screen.queryAllByText(t('reviews.reply.open'))
const text = () => screen.findByLabelText(t('reviews.form.text'))
const star = (count: number) => screen.findByRole('radio', { name: new RegExp(`^${t('reviews.stars', { count })}`) })
const bar = (many: number) => {
  const stars = t('reviews.stars', { count: many })
  return t('reviews.bar', { stars, n: all.filter(({ rating }) => rating === many).length })
}
const mineOf = (review: Partial<MyReview['review']>, reason?: string): MyReview => ({
  review: { ...(all[0] as MyReview['review']), id: 9, author: 'Aysel M.', isMine: true, replies: [], ...review },
  product: productOf(raw),
  ...(reason && { reason }),
})

const signInUser = () => auth.signedIn({ user: USER, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })
beforeEach(() => {
  auth.cleared()
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: auth.cleared })
  useToasts.setState({ toasts: [] })
})

describe('reading', () => {
  it('a bar filters by its rating, and a second press removes the filter', async () => {
    open()
    const twos = await button(bar(2))
    await waitFor(() => expect(shown()).toHaveLength(6))
    await user.click(twos)
    await waitFor(() => expect(screen.getAllByRole('img', { name: t('reviews.average', { value: 2 }) }).length).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryAllByRole('img', { name: t('reviews.average', { value: 5 }) })).toEqual([]))
    expect(twos).toHaveAttribute('aria-pressed', 'true')
    await user.click(twos)
    await waitFor(() => expect(screen.getAllByRole('img', { name: t('reviews.average', { value: 5 }) }).length).toBeGreaterThan(0))
  })

  it('can be limited to buyers and sorted by worst rating', async () => {
    open()
    await press(t('reviews.onlyVerified'))
    await user.selectOptions(screen.getByLabelText(t('reviews.sort.label')), t('reviews.sort.worst'))
    await waitFor(() => expect(screen.getAllByText(t('reviews.verified'))).toHaveLength(shown().length))
    const stars = within(screen.getAllByRole('listitem').find((item) => within(item).queryByText(t('reviews.verified'))) as HTMLElement)
    stars.getByRole('img', { name: t('reviews.average', { value: 2 }) })
  })

  it('appends more without duplicates', async () => {
    open()
    await press(t('reviews.more'))
    await waitFor(() => expect(shown()).toHaveLength(12))
  })

  it('marks replies of the shop', async () => {
    open()
    await press(bar(2))
    expect((await screen.findAllByText(t('reviews.shop'))).length).toBeGreaterThan(0)
  })

  it('offers a retry when it failed', async () => {
    server.use(http.get(`${BASE}/product/:id/reviews`, () => HttpResponse.json({}, { status: 404 }), { once: true }))
    open()
    await press(t('common.retry'))
    await waitFor(() => expect(shown()).toHaveLength(6))
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
  const write = () => {
    signInUser()
    return open(paths.writeReview(raw.slug))
  }

  it('leads guests to the sign-in page and back to the form', async () => {
    open()
    const link = await screen.findByRole('link', { name: t('reviews.write') })
    expect(link).toHaveAttribute('href', paths.signIn(paths.writeReview(raw.slug)))
  })

  it("requires a rating and a text, with the server's errors", async () => {
    write()
    await user.type(await text(), 'Gözəl')
    await press(t('reviews.form.submit'))
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(await text()).toHaveAccessibleDescription(t('errors.fields.too_short'))
    expect(await text()).toHaveValue('Gözəl')
  })

  it('publishes the review above the others', async () => {
    const page = write()
    await user.click(await star(5))
    await user.type(await text(), GOOD)
    await press(t('reviews.form.submit'))
    await screen.findByText(t('reviews.sent.published'))
    const mine = within(await screen.findByRole('region', { name: t('reviews.mine.one') }))
    mine.getByText(GOOD)
    mine.getByText(t('reviews.state.published'))
    expect(page.address()).toBe(paths.product(raw.slug))
    expect(reviews.mine[0]?.review).toMatchObject({ rating: 5, text: GOOD })
    await waitFor(() => expect(screen.getAllByText(GOOD), 'not once more in the list').toHaveLength(1))
  })

  it('shows that a review waits for a moderator', async () => {
    write()
    await user.click(await star(4))
    await user.type(await text(), 'Daha ucuzu www.example.az saytında')
    await press(t('reviews.form.submit'))
    await screen.findByText(t('reviews.about.pending'))
    screen.getByText(t('reviews.state.pending'))
  })

  it('keeps the draft on a reload and when the server refuses', async () => {
    const { unmount } = write()
    await user.click(await star(3))
    await user.type(await text(), 'söyüş olan bir rəy')
    unmount()
    open(paths.writeReview(raw.slug))
    expect(await text()).toHaveValue('söyüş olan bir rəy')
    expect(await star(3)).toBeChecked()
    await press(t('reviews.form.submit'))
    await waitFor(async () => expect(await text()).toHaveAccessibleDescription('Düzgün deyil'))
    expect(await text()).toHaveValue('söyüş olan bir rəy')
  })

  it('does not show one person’s draft to the next', async () => {
    const { unmount } = write()
    await user.type(await text(), 'Yarımçıq qalan rəy')
    unmount()
    auth.signedIn({ user: { ...USER, id: 8 }, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })
    open(paths.writeReview(raw.slug))
    expect(await text()).toHaveValue('')
  })

  it('keeps the draft when the session ends, but not after signing out', async () => {
    const { unmount } = write()
    keepSession(createQueryClient(), 'az')
    await user.type(await text(), 'Yarımçıq qalan rəy')
    await user.click(await star(5))
    Object.assign(state, { accessToken: 'ended', refreshToken: 'ended' })
    await press(t('reviews.form.submit'))
    await screen.findByText(t('reviews.guest.text'))
    unmount()
    Object.assign(state, { accessToken: 'access-1', refreshToken: 'refresh-1' })

    const again = write()
    expect(await text()).toHaveValue('Yarımçıq qalan rəy')
    again.unmount()
    auth.cleared()
    write()
    expect(await text()).toHaveValue('')
  })

  it('starts with the existing review', async () => {
    reviews.mine = [mineOf({ rating: 2, text: 'Gözlədiyim kimi deyildi', state: 'rejected' }, 'Reklam')]
    signInUser()
    open()
    await screen.findByText(t('reviews.about.reason', { reason: 'Reklam' }))
    await press(t('reviews.edit'))
    expect(await text()).toHaveValue('Gözlədiyim kimi deyildi')
    expect(await star(2)).toBeChecked()
  })

  it('withdraws at once, and “undo” restores the review', async () => {
    reviews.mine = [mineOf({ text: GOOD })]
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
  const answers = async (words: string) => {
    signInUser()
    open()
    await waitFor(() => expect(shown()).toHaveLength(6))
    await user.click(screen.getAllByRole('button', { name: new RegExp(t('reviews.reply.open')) })[0] as HTMLElement)
    await user.type(await screen.findByLabelText(t('reviews.reply.label')), words)
    await press(t('reviews.reply.submit'))
  }

  it('leads guests to the sign-in page and back to the reviews', async () => {
    open()
    const [link] = await screen.findAllByRole('link', { name: new RegExp(t('reviews.reply.open')) })
    expect(link).toHaveAttribute('href', paths.signIn(paths.reviewsOf(raw.slug)))
  })

  it('appears below the review', async () => {
    await answers('Çox sağ olun!')
    await screen.findByText('Çox sağ olun!')
    expect(screen.queryByText(t('reviews.state.pending'))).toBeNull()
  })

  it('shows a reply that waits for a moderator to its writer', async () => {
    await answers('Mənə yazın: www.example.az')
    await screen.findByText(t('reviews.reply.pending'))
    screen.getByText(t('reviews.state.pending'))
  })
})

describe('my reviews', () => {
  beforeEach(signInUser)

  it('link to the shop when there are none', async () => {
    openMine()
    await screen.findByRole('heading', { level: 1, name: t('reviews.mine.empty') })
    expect(screen.getByRole('link', { name: t('common.toShop') })).toHaveAttribute('href', paths.home())
  })

  it('show their status and the moderator’s reason, and can be rewritten', async () => {
    reviews.mine = [mineOf({ state: 'rejected' }, 'Telefon nömrəsi var')]
    openMine()
    await screen.findByText(t('reviews.about.reason', { reason: 'Telefon nömrəsi var' }))
    screen.getByText(t('reviews.state.rejected'))
    expect(screen.getByRole('link', { name: t('reviews.mine.editOf', { name: raw.name.az }) })).toHaveAttribute(
      'href',
      paths.writeReview(raw.slug),
    )
  })

  it('are withdrawn, and restored by “undo”', async () => {
    reviews.mine = [mineOf({ text: GOOD })]
    openMine()
    await press(t('reviews.mine.withdrawOf', { name: raw.name.az }))
    await screen.findByRole('heading', { level: 1, name: t('reviews.mine.empty') })
    await press(t('common.undo'))
    await screen.findByText(GOOD)
  })
})

describe('my replies', () => {
  beforeEach(signInUser)

  const replyOf = (id: number, but: Partial<MyReply['reply']> = {}, more: Partial<MyReply> = {}): MyReply => ({
    reply: { id, text: `Cavab ${id}`, author: 'Aysel M.', isShop: false, state: 'published', createdAt: '2026-11-20T09:00:00Z', ...but },
    review: { id: 1, author: 'Rəşad M.', text: 'Keyfiyyəti yaxşıdır.' },
    product: productOf(raw),
    ...more,
  })
  const section = () => screen.findByRole('region', { name: t('reviews.replies.title') })
  const texts = () => screen.queryAllByText(/^Cavab \d+$/).map(({ textContent }) => textContent)

  it('are listed below my reviews, with their review and product', async () => {
    reviews.myReplies = [replyOf(7)]
    openMine()
    const mine = within(await section())
    await mine.findByText('Cavab 7')
    mine.getByText('Keyfiyyəti yaxşıdır.')
    mine.getByText('Rəşad M.')
    expect(mine.getByRole('link', { name: raw.name.az })).toHaveAttribute('href', paths.reviewsOf(raw.slug))
    expect(screen.queryByRole('heading', { name: t('reviews.mine.empty') })).toBeNull()
  })

  it("show their status and the moderator's reason", async () => {
    const waiting = replyOf(1, { state: 'pending' })
    const rejected = replyOf(2, { state: 'rejected' }, { reason: 'Telefon nömrəsi var', review: { id: 1, author: '' } })
    reviews.myReplies = [waiting, rejected]
    openMine()
    const mine = within(await section())
    await mine.findByText(t('reviews.replies.pending'))
    mine.getByText(t('reviews.replies.rejected'))
    mine.getByText(t('reviews.about.reason', { reason: 'Telefon nömrəsi var' }))
    mine.getByText(t('reviews.replies.hidden'))
    mine.getByText(t('reviews.someone'))
  })

  it('are appended page by page', async () => {
    reviews.myReplies = Array.from({ length: 12 }, (_, index) => replyOf(index + 1))
    openMine()
    await waitFor(() => expect(texts()).toHaveLength(10))
    await press(t('catalog.loadMore'))
    await waitFor(() => expect(texts()).toHaveLength(12))
    expect(screen.queryByRole('button', { name: t('catalog.loadMore') })).toBeNull()
  })

  it('are not shown when there are none', async () => {
    reviews.mine = [mineOf({ text: GOOD })]
    openMine()
    await screen.findByText(GOOD)
    await waitFor(() => expect(screen.queryByRole('region', { name: t('reviews.replies.title') })).toBeNull())
  })

  it('offer a retry when loading fails, and the reviews stay', async () => {
    reviews.mine = [mineOf({ text: GOOD })]
    reviews.myReplies = [replyOf(7)]
    server.use(http.get(`${BASE}/user/replies`, () => problem(400, 'bad_request', 'Sorğu anlaşılmadı'), { once: true }))
    openMine()
    await screen.findByText(GOOD)
    await press(t('common.retry'))
    await screen.findByText('Cavab 7')
  })

  it('appear after they were written on a product page', async () => {
    const { unmount } = open()
    await waitFor(() => expect(shown()).toHaveLength(6))
    await user.click(screen.getAllByRole('button', { name: new RegExp(t('reviews.reply.open')) })[0] as HTMLElement)
    await user.type(await screen.findByLabelText(t('reviews.reply.label')), 'Çox sağ olun!')
    await press(t('reviews.reply.submit'))
    await screen.findByText('Çox sağ olun!')
    unmount()
    openMine()
    within(await section()).getByText('Çox sağ olun!')
  })
})
