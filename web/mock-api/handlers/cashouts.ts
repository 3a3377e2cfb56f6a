import type { AdminCashout } from '~shared/api/types'
import { approvalOf } from '../approval'
import { cashouts } from '../cashouts-state'
import { USER } from '../profile-state'
import { forStaff, ok, paged, problem, refuse } from './responses'
import { on } from './contract'

const NOW = '2026-11-25T10:00:00Z'
const FINISHED_STATUSES = ['paid', 'failed', 'declined', 'cancelled']
const find = (code: unknown) => cashouts.adminCashouts.find(({ cashout }) => cashout.code === code)
const change = (existing: AdminCashout | undefined, changes: Partial<AdminCashout['cashout']>) => {
  if (!existing) return problem(404, 'cashout_not_found', 'Çıxarış tapılmadı')
  Object.assign(existing, { isStuck: false, cashout: { ...existing.cashout, ...changes } })
  return ok(existing)
}

export const cashoutHandlers = [
  on('get', '/influencer/cashouts', ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const { items, meta } = paged(request, cashouts.mine, 20)
    return ok({ ...cashouts.overview, cashouts: items }, meta)
  }),
  on('post', '/influencer/cashout', async ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    const { amount, cardNumber } = await request.json()
    cashouts.keys.push(request.headers.get('idempotency-key') ?? '')
    if (amount > cashouts.overview.available) return problem(409, 'cashout_exceeds_balance', 'Ödənilə bilən qazancınız bu məbləğdən azdır')
    const card = `${cardNumber.slice(0, 4)} •••• •••• ${cardNumber.slice(-4)}`
    const cashout = { code: 'CO-MINE222222', amount, status: 'requested' as const, card, requestedAt: NOW }
    cashouts.mine.unshift(cashout)
    cashouts.overview.available -= amount
    return ok(cashout)
  }),
  on('post', '/influencer/cashout/{code}/cancel', ({ params }) => {
    const existing = cashouts.mine.find(({ code }) => code === params.code)
    if (!existing) return problem(404, 'cashout_not_found', 'Çıxarış tapılmadı')
    cashouts.overview.available += existing.amount
    return ok(Object.assign(existing, { status: 'cancelled', finishedAt: NOW }))
  }),
  on(
    'get',
    '/admin/cashouts',
    forStaff(({ request }) => {
      const isOpen = new URL(request.url).searchParams.get('isOpen') === 'true'
      const { items, meta } = paged(
        request,
        cashouts.adminCashouts.filter(({ cashout }) => FINISHED_STATUSES.includes(cashout.status) !== isOpen),
      )
      return ok(items, meta)
    }),
  ),
  on(
    'post',
    '/admin/cashouts/{code}/approve',
    forStaff(({ params }) => {
      const existing = find(params.code)
      const approval = approvalOf(existing)
      if (approval === 'refused') return problem(409, 'second_person_required', 'İkinci əməkdaş lazımdır')
      if (existing && approval === 'first') return ok(Object.assign(existing, { firstApproval: { accountId: USER.id, at: NOW } }))
      return change(existing, { status: 'approved', decidedAt: NOW })
    }),
  ),
  on(
    'post',
    '/admin/cashouts/{code}/decline',
    forStaff(async ({ request, params }) => {
      const { reason } = await request.json()
      return change(find(params.code), { status: 'declined', decidedAt: NOW, finishedAt: NOW, reason })
    }),
  ),
  on(
    'post',
    '/admin/cashouts/{code}/resolve',
    forStaff(async ({ request, params }) => {
      const { resolution, paidAmount } = await request.json()
      const existing = find(params.code)
      if (resolution === 'ask_again') return change(existing, {})
      if (resolution === 'not_paid') return change(existing, { status: 'failed', finishedAt: NOW })
      return change(existing, { status: 'paid', finishedAt: NOW, ...(paidAmount === undefined ? {} : { paidAmount }) })
    }),
  ),
]
