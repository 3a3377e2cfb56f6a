import { http } from 'msw'
import type { Office, SiteSettings } from '~shared/api/types'
import { contactOf, settings } from '../settings-state'
import { BASE, forOperators, localeOf, ok, problem } from './answer'

export const settingsHandlers = [
  http.get(`${BASE}/settings`, () => ok(settings.site)),
  http.get(`${BASE}/content/contact`, ({ request }) => ok(contactOf(localeOf(request)))),
  http.put(
    `${BASE}/admin/settings`,
    forOperators(async ({ request }) => {
      settings.site = (await request.json()) as SiteSettings
      return ok(settings.site)
    }),
  ),
  http.get(
    `${BASE}/admin/office`,
    forOperators(() => ok(settings.office)),
  ),
  http.put(
    `${BASE}/admin/office`,
    forOperators(async ({ request }) => {
      const office = (await request.json()) as Office
      if (/^0+$/.test(office.taxNumber))
        return problem(422, 'validation_failed', 'Məlumatları yoxlayın', {
          errors: [{ field: 'taxNumber', code: 'invalid_tax_number', message: 'VÖEN-i düzgün yazın' }],
        })
      settings.office = office
      return ok(settings.office)
    }),
  ),
]
