import { http } from 'msw'
import { auditLog } from '../audit-log-state'
import { BASE, on } from './contract'
import { forStaff, ok, refuse } from './responses'

const DEFAULT_LIMIT = 50
/** The log can be filtered by these fields. */
const FIELDS = ['action', 'subjectKind', 'subject'] as const

function filtered({ url }: Pick<Request, 'url'>) {
  const query = new URL(url).searchParams
  const account = query.get('accountId')
  const [since, until] = [query.get('since'), query.get('until')]
  return auditLog.entries.filter(
    (entry) =>
      (!account || entry.accountId === Number(account)) &&
      FIELDS.every((field) => !query.get(field) || entry[field] === query.get(field)) &&
      (!since || entry.at >= since) &&
      (!until || entry.at < until),
  )
}

export const auditLogHandlers = [
  on(
    'get',
    '/admin/audit',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      const start = Number(query.get('cursor') ?? 0)
      const end = start + Number(query.get('limit') ?? DEFAULT_LIMIT)
      const matching = filtered(request)
      const entries = matching.slice(start, end)
      return ok({ entries, missing: auditLog.missing, ...(end < matching.length && { nextCursor: String(end) }) })
    }),
  ),
  http.get(`${BASE}/admin/audit.csv`, ({ request }) => {
    const lines = filtered(request).map(({ at, action, subject }) => [at, action, subject].join(','))
    return refuse(request) ?? new Response(['at,action,subject', ...lines].join('\n'), { headers: { 'content-type': 'text/csv' } })
  }),
]
