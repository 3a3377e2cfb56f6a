import { http } from 'msw'
import type { Schemas } from '~shared/api/types'
import { LOCALES } from '~shared/i18n/locale'
import { hasUnknownPlace, publish, shownText, TEXTS, versionsOf } from '../texts-state'
import { BASE, forOperators, invalid, ok, paged, problem } from './answer'

const noPage = () => problem(404, 'page_not_found', 'Belə səhifə yoxdur')
const isWrong = (code: Schemas['FieldCode'], message: string) => invalid('markdown', code, message)
const unknownPlace = () => isWrong('unknown_place', 'Mətndə doldurula bilməyən yer var')

export const textHandlers = [
  http.get(
    `${BASE}/admin/content`,
    forOperators(() =>
      ok(
        TEXTS.flatMap((page) => LOCALES.flatMap((language) => versionsOf(page, language)?.[0] ?? [])).map(
          ({ markdown: _unsaid, publishedAt: updatedAt, ...head }) => ({ ...head, updatedAt }),
        ),
      ),
    ),
  ),
  http.get(
    `${BASE}/admin/content/:page/:language`,
    forOperators(({ request, params }) => {
      const versions = versionsOf(String(params.page), String(params.language))
      if (!versions) return noPage()
      const { items, meta } = paged(request, versions)
      return ok(items, meta)
    }),
  ),
  http.post(
    `${BASE}/admin/content/preview`,
    forOperators(async ({ request }) => {
      const text = (await request.json()) as Schemas['PreviewContentRequest']
      return hasUnknownPlace(text.markdown) ? unknownPlace() : ok(shownText(text))
    }),
  ),
  http.post(
    `${BASE}/admin/content`,
    forOperators(async ({ request }) => {
      const text = (await request.json()) as Schemas['PublishContentRequest']
      const newest = versionsOf(text.page, text.language)?.[0]
      if (!newest) return noPage()
      if (hasUnknownPlace(text.markdown)) return unknownPlace()
      if (!/^## /m.test(text.markdown)) return isWrong('heading_required', 'Mətndə ən azı bir başlıq olmalıdır')
      return newest.version === text.fromVersion ? ok(publish(text)) : problem(409, 'content_changed', 'Mətn bu arada dəyişib')
    }),
  ),
]
