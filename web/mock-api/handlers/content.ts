import { pageOf } from '../content'
import { localeOf, ok, problem } from './responses'
import { on } from './contract'

export const contentHandlers = [
  on('get', '/content/{page}', ({ params, request }) => {
    const page = pageOf(params.page, localeOf(request))
    return page ? ok(page) : problem(404, 'page_not_found', 'Belə səhifə yoxdur')
  }),
  on('post', '/vitals', () => new Response(null, { status: 204 })),
  on('get', '/seo/{page}', () =>
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
