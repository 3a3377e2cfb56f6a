import { http } from 'msw'
import { pageOf } from '../content'
import { BASE, localeOf, ok, problem } from './answer'

export const contentHandlers = [
  http.get(`${BASE}/content/:page`, ({ params, request }) => {
    const page = pageOf(String(params.page), localeOf(request))
    return page ? ok(page) : problem(404, 'page_not_found', 'Belə səhifə yoxdur')
  }),
  http.post(`${BASE}/vitals`, () => new Response(null, { status: 204 })),
  http.get(`${BASE}/seo/:page`, () =>
    ok({
      title: 'Sovqat: hədiyyə və sovqat mağazası',
      description: '',
      keywords: '',
      ogImage: '',
      heading: 'Hədiyyə seçmək asandır',
      text: '',
    }),
  ),
]
