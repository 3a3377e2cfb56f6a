// Imports of products from files. Fetching an import finishes its current step.
import { http } from 'msw'
import { addImport, changeImport, deskImport, finishStep, importDesk } from '../import-desk-state'
import { on } from './contract'
import { BASE, cursorPage, forStaff, invalid, ok, problem } from './responses'

const noImport = () => problem(404, 'import_not_found', 'İdxal tapılmadı')
const hasChanged = () => problem(409, 'import_changed', 'Bu idxal siz baxandan sonra dəyişib. Səhifəni yeniləyin.')

const beginStep = (state: 'checking' | 'undoing' | 'cancelled') =>
  forStaff(
    async ({
      request,
      params,
    }: {
      request: Omit<Request, 'json'> & { json: () => Promise<{ version: number }> }
      params: { id: string }
    }) => {
      const existing = deskImport(params.id)
      if (!existing) return noImport()
      if ((await request.json()).version !== existing.version) return hasChanged()
      return ok(changeImport(existing.id, { state, done: 0 }))
    },
  )

const file = (name: string, content: string) =>
  new Response(content, { headers: { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${name}"` } })

export const importDeskHandlers = [
  on(
    'get',
    '/admin/imports',
    forStaff(({ request }) => cursorPage(request, importDesk.imports)),
  ),
  on(
    'post',
    '/admin/imports',
    forStaff(({ request }) => {
      const name = new URL(request.url).searchParams.get('fileName') ?? ''
      return /\.(csv|tsv|txt|xlsx|xml|yml|jsonl|ndjson)$/.test(name)
        ? ok(addImport(name))
        : invalid('fileName', 'unknown_format', 'Fayl CSV, XLSX, XML (YML) və ya JSONL olmalıdır')
    }),
  ),
  on(
    'get',
    '/admin/imports/{id}',
    forStaff(({ params }) => {
      const existing = deskImport(params.id)
      return existing ? ok(finishStep(existing)) : noImport()
    }),
  ),
  on(
    'put',
    '/admin/imports/{id}/mapping',
    forStaff(async ({ request, params }) => {
      const existing = deskImport(params.id)
      const { version, targets, ...defaults } = await request.json()
      if (!existing) return noImport()
      if (version !== existing.version) return hasChanged()
      const repeated = targets.findIndex((target, index) => target !== '' && targets.indexOf(target) < index)
      if (repeated >= 0) return invalid(`targets[${repeated}]`, 'duplicate', 'Bu dəyər başqa sütunda da seçilib')
      const columns = existing.columns.map(({ target: _target, ...column }, index) => {
        const target = targets[index]
        return target ? { ...column, target } : column
      })
      return ok(changeImport(existing.id, { state: 'mapping', columns, ...defaults }))
    }),
  ),
  on('post', '/admin/imports/{id}/check', beginStep('checking')),
  on(
    'post',
    '/admin/imports/{id}/start',
    forStaff(async ({ request, params }) => {
      const existing = deskImport(params.id)
      const { version, skipRefused, asDrafts = false } = await request.json()
      if (!existing) return noImport()
      if (version !== existing.version) return hasChanged()
      if (existing.refused > 0 && !skipRefused) return problem(409, 'import_has_errors', 'Faylda səhvlər var')
      return ok(changeImport(existing.id, { state: 'running', done: 0, skipRefused, asDrafts }))
    }),
  ),
  on('post', '/admin/imports/{id}/undo', beginStep('undoing')),
  on('post', '/admin/imports/{id}/cancel', beginStep('cancelled')),
  on(
    'get',
    '/admin/imports/{id}/errors',
    forStaff(({ request, params }) => cursorPage(request, importDesk.errors[Number(params.id)] ?? [])),
  ),
  on(
    'get',
    '/admin/imports/{id}/kept',
    forStaff(({ request }) => cursorPage(request, [{ id: 101, slug: 'qirmizi-qizilgul-25' }])),
  ),
  http.get(`${BASE}/admin/imports/:id/errors.csv`, () => file('import.csv', 'line,column,field,code,details\r\n')),
  http.get(`${BASE}/admin/import-templates/:id`, () => file('template.csv', 'slug,name_az,price\r\n')),
]
