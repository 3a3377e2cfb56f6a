import { saveRedirect, seo } from '../seo-state'
import { forStaff, invalid, ok, paged, problem } from './responses'
import { on } from './contract'

export const seoHandlers = [
  on(
    'get',
    '/admin/seo/texts',
    forStaff(() => ok(seo.texts)),
  ),
  on(
    'put',
    '/admin/seo/texts',
    forStaff(async ({ request }) => {
      const text = await request.json()
      seo.texts = [...seo.texts.filter(({ page, language }) => page !== text.page || language !== text.language), text]
      return ok(text)
    }),
  ),
  on(
    'get',
    '/admin/seo/redirects',
    forStaff(({ request }) => {
      const part = new URL(request.url).searchParams.get('search') ?? ''
      const { items, meta } = paged(
        request,
        seo.redirects.filter(({ from, to }) => from.includes(part) || to.includes(part)),
      )
      return ok(items, meta)
    }),
  ),
  on(
    'put',
    '/admin/seo/redirects',
    forStaff(async ({ request }) => {
      const redirect = await request.json()
      if (redirect.from === redirect.to) return invalid('to', 'redirect_loop', 'Bu, yenə özünə qayıdar')
      return ok(saveRedirect(redirect))
    }),
  ),
  on(
    'delete',
    '/admin/seo/redirects',
    forStaff(async ({ request }) => {
      const { from } = await request.json()
      const others = seo.redirects.filter((redirect) => redirect.from !== from)
      if (others.length === seo.redirects.length) return problem(404, 'redirect_not_found', 'Belə yönləndirmə yoxdur')
      seo.redirects = others
      return ok({})
    }),
  ),
  on(
    'get',
    '/admin/seo/robots',
    forStaff(() => ok({ text: seo.robots })),
  ),
  on(
    'put',
    '/admin/seo/robots',
    forStaff(async ({ request }) => {
      const { text } = await request.json()
      seo.robots = text.trim()
      return ok({ text: seo.robots })
    }),
  ),
]
