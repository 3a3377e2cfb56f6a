// The API calls the seller's data "office".
import { contactOf, settings } from '../settings-state'
import { forStaff, localeOf, ok, problem } from './responses'
import { on } from './contract'

export const settingsHandlers = [
  on('get', '/settings', () => ok(settings.site)),
  on('get', '/content/contact', ({ request }) => ok(contactOf(localeOf(request)))),
  on(
    'put',
    '/admin/settings',
    forStaff(async ({ request }) => {
      settings.site = await request.json()
      return ok(settings.site)
    }),
  ),
  on(
    'get',
    '/admin/office',
    forStaff(() => ok(settings.office)),
  ),
  on(
    'put',
    '/admin/office',
    forStaff(async ({ request }) => {
      const office = await request.json()
      if (/^0+$/.test(office.taxNumber))
        return problem(422, 'validation_failed', 'Məlumatları yoxlayın', {
          errors: [{ field: 'taxNumber', code: 'invalid_tax_number', message: 'VÖEN-i düzgün yazın' }],
        })
      settings.office = office
      return ok(settings.office)
    }),
  ),
]
