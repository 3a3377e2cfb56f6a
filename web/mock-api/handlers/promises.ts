import { http } from 'msw'
import type { Schemas } from '~shared/api/types'
import { promiseRules } from '../promise-rules-state'
import { PROMISES } from '../promises'
import { BASE, ok, refuse } from './answer'

type Rules = Schemas['PromiseRules']

/** Saves a part of the rules, as it was sent. */
const saves = (path: string, part: (sent: never, code: string) => Partial<Rules>) =>
  http.put(`${BASE}/admin/promises/${path}`, async ({ request, params }) => {
    const refusal = refuse(request)
    if (refusal) return refusal
    promiseRules.rules = { ...promiseRules.rules, ...part((await request.json()) as never, String(params.code)) }
    return ok(promiseRules.rules)
  })

export const promiseHandlers = [
  http.get(`${BASE}/promises`, () => ok(PROMISES)),
  http.get(`${BASE}/admin/promises`, ({ request }) => refuse(request) ?? ok(promiseRules.rules)),
  saves('tariffs/:code', ({ freeFrom, ...sent }: Omit<Rules['tariffs'][number], 'freeFrom'> & { freeFrom: number | null }, code) => ({
    tariffs: promiseRules.rules.tariffs.map((one) => (one.code === code ? { ...sent, code, ...(freeFrom !== null && { freeFrom }) } : one)),
  })),
  saves('bonus-rules', (bonus: Rules['bonus']) => ({ bonus })),
  saves('return-exceptions', (returns: Rules['returns']) => ({ returns })),
]
