import type { Schemas } from '~shared/api/types'
import { LOCALES } from '~shared/i18n/locale'
import { hasUnknownPlaceholder, publish, renderText, TEXTS, versionsOf } from '../texts-state'
import { forStaff, invalid, ok, paged, problem } from './responses'
import { on } from './contract'

const noPage = () => problem(404, 'page_not_found', 'Belə səhifə yoxdur')
const invalidMarkdown = (code: Schemas['FieldCode'], message: string) => invalid('markdown', code, message)
const unknownPlaceholder = () => invalidMarkdown('unknown_place', 'Mətndə doldurula bilməyən yer var')

export const textHandlers = [
  on(
    'get',
    '/admin/content',
    forStaff(() => {
      const newestVersions = TEXTS.flatMap((page) => LOCALES.flatMap((language) => versionsOf(page, language)?.[0] ?? []))
      return ok(newestVersions.map(({ markdown: _markdown, publishedAt: updatedAt, ...head }) => ({ ...head, updatedAt })))
    }),
  ),
  on(
    'get',
    '/admin/content/{page}/{language}',
    forStaff(({ request, params }) => {
      const versions = versionsOf(params.page, params.language)
      if (!versions) return noPage()
      const { items, meta } = paged(request, versions)
      return ok(items, meta)
    }),
  ),
  on(
    'post',
    '/admin/content/preview',
    forStaff(async ({ request }) => {
      const text = await request.json()
      return hasUnknownPlaceholder(text.markdown) ? unknownPlaceholder() : ok(renderText(text))
    }),
  ),
  on(
    'post',
    '/admin/content',
    forStaff(async ({ request }) => {
      const text = await request.json()
      const newest = versionsOf(text.page, text.language)?.[0]
      if (!newest) return noPage()
      if (hasUnknownPlaceholder(text.markdown)) return unknownPlaceholder()
      if (!/^## /m.test(text.markdown)) return invalidMarkdown('heading_required', 'Mətndə ən azı bir başlıq olmalıdır')
      return newest.version === text.fromVersion ? ok(publish(text)) : problem(409, 'content_changed', 'Mətn bu arada dəyişib')
    }),
  ),
]
