// The home page, and its editor in the back office.
import type { HomeBannerDraft, HomeSectionDraft, LocalText, Problem } from '~shared/api/types'
import { home, homePage, previewHome, publishHome } from '../home-state'
import { forStaff, localeOf, ok, paged, problem } from './responses'
import { on } from './contract'

type FieldErrors = NonNullable<Problem['errors']>

const REQUIRED = 'Bu sahəni doldurun'
const WITHOUT_TITLE = ['categories', 'promises', 'campaigns', 'stores', 'recent']

/** The service checks more. */
function errorsOf(sections: HomeSectionDraft[]): FieldErrors {
  const errors: FieldErrors = []
  const need = (value: unknown, field: string) => {
    if (!value) errors.push({ field, code: 'required', message: REQUIRED })
  }
  const needText = (text: LocalText | undefined, field: string) => need(text?.az.trim(), `${field}.az`)
  const checkBanner = ({ text, action, link }: HomeBannerDraft, field: string, needsAction: boolean) => {
    needText(text, `${field}.text`)
    if (needsAction || action) needText(action, `${field}.action`)
    if (needsAction || action) need(link, `${field}.link`)
  }
  if (sections.length === 0) need('', 'sections')
  for (const [index, { kind, schedule, title, hero, banner, shelf, tiles }] of sections.entries()) {
    const sectionField = `sections[${index}]`
    if (schedule) checkSchedule(schedule, `${sectionField}.schedule`, errors)
    if (!WITHOUT_TITLE.includes(kind)) needText(title, `${sectionField}.title`)
    if (hero) checkBanner(hero, `${sectionField}.hero`, false)
    if (banner) checkBanner(banner, `${sectionField}.banner`, true)
    if (banner) need(banner.tone, `${sectionField}.banner.tone`)
    if (shelf?.source === 'category') need(shelf.category, `${sectionField}.shelf.category`)
    if (shelf?.source === 'products') need(shelf.products.length > 0, `${sectionField}.shelf.products`)
    if (kind === 'tiles' || kind === 'links') need(tiles.length > 0, `${sectionField}.tiles`)
    for (const [tileIndex, { label, link, picture, tone }] of tiles.entries()) {
      const tileField = `${sectionField}.tiles[${tileIndex}]`
      needText(label, `${tileField}.label`)
      need(link, `${tileField}.link`)
      if (kind === 'tiles') need(picture, `${tileField}.picture`)
      if (kind === 'tiles') need(tone, `${tileField}.tone`)
    }
  }
  return errors
}

function checkSchedule(
  { showsFrom, showsUntil, everyYear }: NonNullable<HomeSectionDraft['schedule']>,
  field: string,
  errors: FieldErrors,
) {
  if (!showsFrom && (everyYear || !showsUntil)) errors.push({ field: `${field}.showsFrom`, code: 'required', message: REQUIRED })
  if (!showsUntil && everyYear) errors.push({ field: `${field}.showsUntil`, code: 'required', message: REQUIRED })
  if (showsFrom && showsUntil && Date.parse(showsUntil) <= Date.parse(showsFrom))
    errors.push({ field: `${field}.showsUntil`, code: 'invalid_period', message: 'Bitmə vaxtı başlanğıcdan sonra olmalıdır' })
}

const refuseInvalid = (sections: HomeSectionDraft[]) => {
  const errors = errorsOf(sections)
  return errors.length > 0 ? problem(422, 'validation_failed', 'Qeyd olunan sahələri yoxlayın və yenidən göndərin.', { errors }) : undefined
}

export const homeHandlers = [
  on('get', '/home', ({ request }) => {
    const page = homePage(localeOf(request), new URL(request.url).searchParams.get('preview'))
    return page ? ok(page) : problem(404, 'page_not_found', 'Belə bir səhifə yoxdur.')
  }),
  on(
    'get',
    '/admin/home/versions',
    forStaff(({ request }) => {
      const { items, meta } = paged(request, home.versions)
      return ok(items, meta)
    }),
  ),
  on(
    'post',
    '/admin/home',
    forStaff(async ({ request }) => {
      const page = await request.json()
      const refusal = refuseInvalid(page.sections)
      if (refusal) return refusal
      const isNewest = home.versions[0]?.version === page.fromVersion
      return isNewest ? ok(publishHome(page)) : problem(409, 'content_changed', 'Siz yazarkən başqası yeni mətn dərc edib.')
    }),
  ),
  on(
    'post',
    '/admin/home/preview',
    forStaff(async ({ request }) => {
      const page = await request.json()
      const refusal = refuseInvalid(page.sections)
      if (refusal) return refusal
      const { token, expiresAt } = previewHome(page)
      return ok({ token, expiresAt })
    }),
  ),
]
