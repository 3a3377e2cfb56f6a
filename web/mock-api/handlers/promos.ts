// Promo codes, and the trial of a code on a cart.
import type { CartItem, Promo, PromoTrial, PromoTrialForm } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { card, products, sizes } from '../catalogue'
import { addPromo, promosState, storePromo, promoOf } from '../promos-state'
import { forStaff, invalid, localeOf, ok, paged, problem } from './responses'
import { type MockRequest, on } from './contract'

const noPromo = () => problem(404, 'promo_not_found', 'Promokod tapılmadı')

const setPaused = (isPaused: boolean) =>
  forStaff(({ params }: MockRequest<unknown, 'id'>) => {
    const existing = promoOf(params.id)
    if (!existing) return noPromo()
    return ok(storePromo(existing.id, { isPaused, status: isPaused ? 'paused' : 'active' }))
  })

function linesOf({ lines }: PromoTrialForm, locale: Locale): CartItem[] {
  return lines.flatMap(({ productId, sizeId, count }) => {
    const raw = products.find(({ id }) => id === productId)
    if (!raw) return []
    const size = sizes(raw, locale).find(({ id }) => id === sizeId)
    const unitPrice = size?.price ?? raw.discounted ?? raw.price
    return [
      {
        productId,
        product: card(raw, locale, new Set<number>()),
        ...(size && { size, sizeId: size.id }),
        count,
        available: raw.stock,
        unitPrice,
        lineTotal: unitPrice * count,
        promoDiscount: 0,
        ...(raw.sizes?.length && !size && { problem: 'size_required' }),
      },
    ]
  })
}

/** Returns why a code takes nothing off. */
function reasonAgainst({ isPaused, status }: Promo) {
  if (isPaused) return 'paused'
  if (status === 'active') return undefined
  return status === 'scheduled' ? 'not_started' : status
}

/** The mock supports percentages only. */
function trialOf(promo: Promo, form: PromoTrialForm, locale: Locale): PromoTrial {
  const lines = linesOf(form, locale)
  const goods = lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  const reason = reasonAgainst(promo)
  const reduction = reason ? 0 : Math.round((goods * (promo.value ?? 0)) / 100)
  return {
    lines: lines.map((line) => ({ ...line, promoDiscount: goods && Math.round((line.lineTotal * reduction) / goods) })),
    problems: reason ? [{ code: 'promo_not_applicable', reason }] : [],
    subtotal: goods,
    discount: 0,
    promoDiscount: reduction,
    total: goods - reduction,
    ...(!reason && { promo: { code: promo.code, kind: promo.kind, discount: reduction } }),
  }
}

export const promoHandlers = [
  on(
    'get',
    '/admin/promos',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      const [status, code] = [query.get('status'), query.get('code')?.toUpperCase() ?? '']
      const { items, meta } = paged(
        request,
        promosState.promos.filter((promo) => (!status || promo.status === status) && promo.code.startsWith(code)),
      )
      return ok(
        items.map((item) => ({ ...item, changes: [] })),
        meta,
      )
    }),
  ),
  on(
    'get',
    '/admin/promos/{id}',
    forStaff(({ params }) => {
      const existing = promoOf(params.id)
      return existing ? ok(existing) : noPromo()
    }),
  ),
  on(
    'post',
    '/admin/promos',
    forStaff(async ({ request }) => {
      const { version: _, ...form } = await request.json()
      const isTaken = promosState.promos.some(({ code }) => code.toUpperCase() === form.code.toUpperCase())
      return isTaken ? invalid('code', 'duplicate', 'Belə promokod artıq var') : ok(addPromo(form))
    }),
  ),
  on(
    'put',
    '/admin/promos/{id}',
    forStaff(async ({ request, params }) => {
      const existing = promoOf(params.id)
      const { version, ...form } = await request.json()
      if (!existing) return noPromo()
      if (version !== existing.version) return problem(409, 'promo_changed', 'Siz yazarkən başqası bu promokodu dəyişib.')
      if ((form.totalLimit ?? existing.used) < existing.used)
        return invalid('totalLimit', 'below_used', 'Limit istifadə sayından az ola bilməz')
      return ok(storePromo(existing.id, form))
    }),
  ),
  on('post', '/admin/promos/{id}/pause', setPaused(true)),
  on('post', '/admin/promos/{id}/resume', setPaused(false)),
  on(
    'post',
    '/admin/promos/{id}/try',
    forStaff(async ({ request, params }) => {
      const existing = promoOf(params.id)
      const form = await request.json()
      promosState.tried = form
      if (!existing) return noPromo()
      if (form.orderCode === 'SQ-0000-00') return invalid('orderCode', 'order_not_found', 'Belə sifariş yoxdur')
      return ok(trialOf(existing, form, localeOf(request)))
    }),
  ),
]
