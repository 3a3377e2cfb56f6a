import { http } from 'msw'
import type { SeoRedirect, SeoText } from '~shared/api/types'
import { saveRedirect, seo } from '../seo-state'
import { BASE, forOperators, invalid, ok, paged, problem } from './answer'

export const seoHandlers = [
  http.get(
    `${BASE}/admin/seo/texts`,
    forOperators(() => ok(seo.texts)),
  ),
  http.put(
    `${BASE}/admin/seo/texts`,
    forOperators(async ({ request }) => {
      const text = (await request.json()) as SeoText
      seo.texts = [...seo.texts.filter(({ page, language }) => page !== text.page || language !== text.language), text]
      return ok(text)
    }),
  ),
  http.get(
    `${BASE}/admin/seo/redirects`,
    forOperators(({ request }) => {
      const part = new URL(request.url).searchParams.get('search') ?? ''
      const { items, meta } = paged(
        request,
        seo.redirects.filter(({ from, to }) => from.includes(part) || to.includes(part)),
      )
      return ok(items, meta)
    }),
  ),
  http.put(
    `${BASE}/admin/seo/redirects`,
    forOperators(async ({ request }) => {
      const redirect = (await request.json()) as SeoRedirect
      if (redirect.from === redirect.to) return invalid('to', 'redirect_loop', 'Bu, yenə özünə qayıdar')
      return ok(saveRedirect(redirect))
    }),
  ),
  http.delete(
    `${BASE}/admin/seo/redirects`,
    forOperators(async ({ request }) => {
      const { from } = (await request.json()) as Pick<SeoRedirect, 'from'>
      const others = seo.redirects.filter((one) => one.from !== from)
      if (others.length === seo.redirects.length) return problem(404, 'redirect_not_found', 'Belə yönləndirmə yoxdur')
      seo.redirects = others
      return ok({})
    }),
  ),
  http.get(
    `${BASE}/admin/seo/robots`,
    forOperators(() => ok({ text: seo.robots })),
  ),
  http.put(
    `${BASE}/admin/seo/robots`,
    forOperators(async ({ request }) => {
      const { text } = (await request.json()) as { text: string }
      seo.robots = text.trim()
      return ok({ text: seo.robots })
    }),
  ),
]
