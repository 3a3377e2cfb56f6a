// The shop's promises about delivery, returns and bonuses, and the rules behind them.
import type { Schemas } from '~shared/api/types'
import { promiseRules } from '../promise-rules-state'
import { PROMISES } from '../promises'
import { ok, refuse } from './responses'
import { on } from './contract'

type Rules = Schemas['PromiseRules']

function saveSection(part: Partial<Rules>) {
  promiseRules.rules = { ...promiseRules.rules, ...part }
  return ok(promiseRules.rules)
}

export const promiseHandlers = [
  on('get', '/promises', () => ok(PROMISES)),
  on('get', '/admin/promises', ({ request }) => refuse(request) ?? ok(promiseRules.rules)),
  on('put', '/admin/promises/bonus-rules', async ({ request }) => refuse(request) ?? saveSection({ bonus: await request.json() })),
  on('put', '/admin/promises/return-exceptions', async ({ request }) => refuse(request) ?? saveSection({ returns: await request.json() })),
]
