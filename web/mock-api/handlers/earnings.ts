import { earnings } from '../earnings-state'
import { profile } from '../profile-state'
import { ok, paged, problem, refuse } from './responses'
import { on } from './contract'

export const earningsHandlers = [
  on('get', '/influencer/earnings', ({ request }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    if (!profile.user.isBlogger) return problem(403, 'not_a_blogger', 'Bu, bloqerlər üçündür')
    const { items, meta } = paged(request, earnings.earnings.entries, 20)
    return ok({ ...earnings.earnings, entries: items }, meta)
  }),
  on('post', '/influencer/click', async ({ request }) => {
    earnings.clicks.push(await request.json())
    return ok({})
  }),
]
