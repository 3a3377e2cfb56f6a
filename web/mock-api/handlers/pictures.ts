import { on } from './contract'
import { forStaff, ok, problem } from './responses'

/** The address of every uploaded picture. */
export const UPLOADED = '/media/mint~0~1f381~~0/640.webp'

export const pictureHandlers = [
  on(
    'post',
    '/admin/pictures',
    forStaff(({ request }) =>
      request.headers.get('content-type')?.startsWith('image/')
        ? ok({ url: UPLOADED, width: 1280, height: 1280 })
        : problem(415, 'unsupported_media_type', 'Məlumat başqa formatda göndərilməlidir.'),
    ),
  ),
]
