import { audit, startRun } from '../auditor-state'
import { forStaff, ok, paged, problem } from './responses'
import { on } from './contract'

export const auditorHandlers = [
  on(
    'get',
    '/admin/auditor/runs',
    forStaff(() => ok(audit.runs)),
  ),
  on(
    'post',
    '/admin/auditor/runs',
    forStaff(() => ok({ id: startRun() })),
  ),
  on(
    'get',
    '/admin/auditor/findings',
    forStaff(({ request }) => {
      const isGone = new URL(request.url).searchParams.get('isGone') === 'true'
      const { items, meta } = paged(
        request,
        audit.findings.filter(({ goneAt }) => (goneAt !== undefined) === isGone),
      )
      return ok(items, meta)
    }),
  ),
  on(
    'put',
    '/admin/auditor/findings/{id}/note',
    forStaff(async ({ request, params }) => {
      const existing = audit.findings.find(({ id }) => String(id) === params.id)
      if (!existing) return problem(404, 'finding_not_found', 'Uyğunsuzluq tapılmadı')
      const { note } = await request.json()
      return ok(Object.assign(existing, { note, notedAt: '2026-11-25T10:00:00Z' }))
    }),
  ),
]
