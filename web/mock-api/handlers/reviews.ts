import type { MyReply, MyReview, Review, ReviewState } from '~shared/api/types'
import { products } from '../catalogue'
import { profile } from '../profile-state'
import { productOf, reviews, reviewsOf } from '../reviews-state'
import { invalid, ok, paged, problem, refuse } from './responses'
import { on } from './contract'

const COMPARATORS: Record<string, (a: Review, b: Review) => number> = {
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  best: (a, b) => b.rating - a.rating,
  worst: (a, b) => a.rating - b.rating,
}

/** A simplified rule: texts with links or long numbers wait for a moderator. */
const stateOf = (text: string): ReviewState => (/https?:|www\.|\d{7}/.test(text.replaceAll(' ', '')) ? 'pending' : 'published')

const author = () => `${profile.user.firstName} ${profile.user.lastName.charAt(0)}.`
const nextId = () => (reviews.lastId += 1)
const now = () => new Date().toISOString()

/** The customer's own review is first. */
function publishedReviews(slug: string): Review[] | undefined {
  const raw = products.find((product) => product.slug === slug || String(product.id) === slug)
  if (!raw) return undefined
  const mine = reviews.mine.filter(({ review, product }) => product.id === raw.id && review.state === 'published')
  return [...mine.map(({ review }) => review), ...reviewsOf(raw)].map((review) => ({
    ...review,
    replies: [...review.replies, ...(reviews.replies.get(review.id) ?? [])],
  }))
}

/** `stars` are the numbers of reviews with one star, two stars and so on. */
function summary(all: Review[]) {
  const stars = [1, 2, 3, 4, 5].map((star) => all.filter(({ rating }) => rating === star).length)
  const rating = all.reduce((sum, review) => sum + review.rating, 0) / Math.max(1, all.length)
  return { rating: Math.round(rating * 10) / 10, count: all.length, stars }
}

export const reviewHandlers = [
  on('get', '/product/{id}/reviews', ({ request, params }) => {
    const all = publishedReviews(params.id)
    if (!all) return problem(404, 'product_not_found', 'Məhsul tapılmadı')
    const query = new URL(request.url).searchParams
    const matching = all
      .filter(({ rating }) => !query.get('rating') || rating === Number(query.get('rating')))
      .filter(({ isVerified }) => query.get('verified') !== 'true' || isVerified)
      .sort(COMPARATORS[query.get('sort') ?? 'newest'])
    const { items, meta } = paged(request, matching, 10)
    return ok({ reviews: items, summary: summary(all) }, meta)
  }),
  on('post', '/product/{id}/reviews', async ({ request, params }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const { rating, text } = await request.json()
    const raw = products.find(({ id }) => String(id) === params.id)
    if (!raw) return problem(404, 'product_not_found', 'Məhsul tapılmadı')
    // Stands for a swear word, which the service refuses.
    if (text.includes('söyüş')) return invalid('text', 'invalid', 'Düzgün deyil')
    const existing = reviews.mine.find(({ product }) => product.id === raw.id)
    const review: Review = {
      id: existing?.review.id ?? nextId(),
      rating,
      text,
      author: author(),
      isVerified: true,
      state: stateOf(text),
      createdAt: existing?.review.createdAt ?? now(),
      ...(existing && { updatedAt: now() }),
      replies: [],
      isMine: true,
    }
    const product = productOf(raw)
    reviews.mine = [{ review, product }, ...reviews.mine.filter((myReview) => myReview !== existing)]
    if (review.state === 'pending')
      reviews.queue.push({ ...review, isReply: false, product, suspicion: /\d{3}/.test(text) ? 'phone' : 'link' })
    return ok(review)
  }),
  on('delete', '/review/{id}', ({ request, params }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    reviews.mine = reviews.mine.filter(({ review }) => String(review.id) !== params.id)
    return ok({})
  }),
  on('post', '/review/{id}/reply', async ({ request, params }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const { text } = await request.json()
    const reply = { id: nextId(), text, author: author(), isShop: false, state: stateOf(text), createdAt: now() }
    const id = Number(params.id)
    if (reply.state === 'published') reviews.replies.set(id, [...(reviews.replies.get(id) ?? []), reply])
    for (const raw of products) {
      const review = reviewsOf(raw).find((candidate) => candidate.id === id)
      if (review) reviews.myReplies.unshift({ reply, review: { id, author: review.author, text: review.text }, product: productOf(raw) })
    }
    return ok(reply)
  }),
  on('get', '/user/reviews', ({ request }) => {
    const { items, meta } = paged<MyReview>(request, reviews.mine, 10)
    return refuse(request) ?? ok(items, meta)
  }),
  on('get', '/user/replies', ({ request }) => {
    const { items, meta } = paged<MyReply>(request, reviews.myReplies, 10)
    return refuse(request) ?? ok(items, meta)
  }),
  on('get', '/admin/reviews', ({ request }) => {
    const state = new URL(request.url).searchParams.get('state') ?? 'pending'
    const { items, meta } = paged(
      request,
      reviews.queue.filter((text) => text.state === state),
    )
    return refuse(request) ?? ok(items, meta)
  }),
  ...(['reviews', 'replies'] as const).map((kind) =>
    on('post', `/admin/${kind}/{id}`, async ({ request, params }) => {
      const refusal = refuse(request)
      if (refusal) return refusal
      const { publish, reason } = await request.json()
      if (!publish && !reason) return invalid('reason', 'reason_required', 'Səbəbini yazın')
      for (const queued of reviews.queue)
        if (String(queued.id) === params.id && queued.isReply === (kind === 'replies')) queued.state = publish ? 'published' : 'rejected'
      for (const mine of reviews.mine)
        if (String(mine.review.id) === params.id)
          Object.assign(mine, { review: { ...mine.review, state: publish ? 'published' : 'rejected' }, reason })
      return ok({})
    }),
  ),
]
