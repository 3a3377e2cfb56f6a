// Handlers of the mock API: the upload of pictures by operators.
import { on } from './contract'
import { forStaff, ok, problem } from './responses'

/** The picture that the mock returns for every file. */
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
