import { card, products } from '../catalogue'
import { OWNER, profile } from '../profile-state'
import { state } from '../state'
import { localeOf, ok, problem, refuse } from './responses'
import { on } from './contract'

/** The password of every account. */
export const PASSWORD = 'sovqat-demo'

export const tokens = () => ({ accessToken: state.accessToken, refreshToken: state.refreshToken, expiresIn: 900 })

const setLiked = (liked: boolean) =>
  async function handle({ request }: { request: Request }) {
    const refusal = refuse(request)
    if (refusal) return refusal
    const { productId } = await request.json()
    if (liked) state.liked.add(productId)
    else state.liked.delete(productId)
    return ok({ favCount: state.liked.size })
  }

export const accountHandlers = [
  on('post', '/auth/signin', async ({ request }) => {
    const { login, password } = await request.json()
    if (password !== PASSWORD)
      return problem(
        401,
        'invalid_credentials',
        'Telefon, e-poçt və ya şifrə yanlışdır. E-poçtla yalnız onu təsdiqlədikdən sonra daxil olmaq olur, telefon nömrəsi isə həmişə işləyir.',
      )
    // The shop's session gives no permissions in the back office.
    if (login.startsWith('operator')) profile.user = { ...profile.user, ...OWNER, permissions: [] }
    return ok({ user: profile.user, ...tokens() })
  }),
  on('get', '/auth/refresh', ({ request }) => {
    state.refreshes += 1
    if (request.headers.get('authorization') !== `Bearer ${state.refreshToken}`)
      return problem(401, 'unauthenticated', 'Yenidən daxil olun')
    state.accessToken = `access-${state.refreshes + 1}`
    state.refreshToken = `refresh-${state.refreshes + 1}`
    return ok(tokens())
  }),
  on('get', '/auth/logout', ({ request }) => refuse(request) ?? ok({})),
  on('get', '/user/me', ({ request }) => refuse(request) ?? ok(profile.user)),
  on('get', '/product/likes', ({ request }) => {
    const cards = products.filter(({ id }) => state.liked.has(id)).map((raw) => card(raw, localeOf(request), state.liked))
    return refuse(request) ?? ok({ products: cards, facets: [] }, { page: 1, perPage: cards.length, total: cards.length, lastPage: 1 })
  }),
  on('post', '/product/like', setLiked(true)),
  on('post', '/product/like/remove', setLiked(false)),
]
