import type { MyReply, MyReview, QueuedText, Review, ReviewReply } from '~shared/api/types'
import { products, type RawProduct } from './catalogue'

const DAY_MS = 24 * 3600_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

interface ReviewsState {
  mine: MyReview[]
  myReplies: MyReply[]
  replies: Map<number, ReviewReply[]>
  queue: QueuedText[]
  lastId: number
}

const TEXTS: [rating: number, text: string][] = [
  [5, 'Anama aldım, çox sevindi. Şəkildəki kimi gəldi, qablaşdırması da zərif idi.'],
  [5, 'Заказывала сестре на день рождения, привезли вовремя и очень красиво упаковали. Спасибо!'],
  [4, 'Keyfiyyəti yaxşıdır, amma çatdırılma bir saat gecikdi.'],
  [5, 'Tövsiyə edirəm! İkinci dəfədir ki, bu mağazadan alıram və hər dəfə razı qalıram.'],
  [3, 'Нормально за свои деньги, но на фото цвет ярче.'],
  [5, 'Lovely gift, arrived the same day.'],
  [4, 'Həyat yoldaşım bəyəndi. Açıqcanı da öz əllərimlə yazdığım kimi çap etmişdilər, çox məmnun oldum.'],
  [2, 'Qutusu əzilmiş gəldi. Mağaza üzr istədi və yenisini göndərdi, amma bayrama çatmadı.'],
]
const AUTHORS = ['Aytən Q.', 'Светлана К.', 'Rəşad M.', 'Nigar Ə.', 'Тимур А.', 'James W.', 'Günel H.', '']

/** Makes as many reviews as the product has. */
export function reviewsOf(raw: RawProduct): Review[] {
  return Array.from({ length: raw.reviews }, (_, index) => {
    const [rating, text] = TEXTS[(index + raw.id) % TEXTS.length] ?? [5, '']
    const id = raw.id * 1000 + index
    return {
      id,
      rating,
      // Some texts are long.
      text: index % 7 === 3 ? `${text} `.repeat(8).trim() : text,
      author: AUTHORS[(index * 3 + raw.id) % AUTHORS.length] ?? '',
      isVerified: index % 3 !== 1,
      state: 'published',
      createdAt: ago(index * 4 + 1),
      replies:
        rating === 2
          ? [{ id, text: 'Üzr istəyirik! Yenisini göndərdik.', author: '', isShop: true, state: 'published', createdAt: ago(index * 4) }]
          : [],
      isMine: false,
    }
  })
}

/** `index` is that of the product. A rating of 0 marks a reply. */
const QUEUE: [rating: number, text: string, suspicion: string | undefined, index: number][] = [
  [5, 'ƏLA MƏHSULDUR HAMIYA MƏSLƏHƏT GÖRÜRƏM ALIN', 'shouting', 0],
  [4, 'Yaxşıdır, amma ucuzu var: 050 123 45 67', 'phone', 1],
  [0, 'www.example.az saytında daha ucuzdur', 'link', 2],
]

const queued = (): QueuedText[] =>
  QUEUE.map(([rating, text, suspicion, index]) => {
    const product = productOf(products[index] ?? ({} as RawProduct))
    return {
      id: index + 1,
      isReply: rating === 0,
      rating,
      text,
      author: 'Orxan B.',
      state: 'pending',
      product,
      createdAt: ago(index),
      suspicion,
    }
  }) as QueuedText[]

export const productOf = ({ id, name, slug, picture }: RawProduct): MyReview['product'] => ({
  id,
  name: name.az,
  slug,
  imageUrl: `/media/${[picture.tone, picture.hue, picture.main, picture.with[0] ?? '', 0].join('~')}/640.webp`,
})

const fresh = (): ReviewsState => ({ mine: [], myReplies: [], replies: new Map(), queue: queued(), lastId: 5_000_000 })
export const reviews: ReviewsState = fresh()
export const resetReviews = () => Object.assign(reviews, fresh())
