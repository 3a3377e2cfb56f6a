import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { MAX_PICTURE_BYTES } from '~admin/lib/upload-picture'
import { UPLOADED } from '~mock/handlers/pictures'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { PictureField } from './picture-field'

/** The picture that the field has before the test. */
const OLD = '/media/rose~0~1f381~~0/640.webp'
const LABEL = 'Loqo'

const user = userEvent.setup({ delay: null, applyAccept: false })
const input = () => screen.findByLabelText<HTMLInputElement>(LABEL)
const shown = () => document.querySelector('img')?.getAttribute('src')
const png = (name = 'a.png') => new File(['x'], name, { type: 'image/png' })

/** `first` is the address of the picture at the beginning. */
function open(first = '') {
  function Page() {
    const [url, setUrl] = useState(first)
    return <PictureField label={LABEL} value={url} onChange={setUrl} error="Şəkil seçin" />
  }
  return openAt('/', { path: '/', Component: Page })
}

beforeEach(() => signInStaff())

it('uploads the chosen picture and shows it', async () => {
  open()
  expect(await input()).toHaveAccessibleDescription('Şəkil seçin')
  expect(await input()).toBeInvalid()
  let respond = () => {}
  const isRead = new Promise<void>((resolve) => {
    respond = resolve
  })
  server.use(
    http.post(`${BASE}/admin/pictures`, async ({ request }) => {
      await isRead
      return request.headers.get('content-type') === 'image/png'
        ? ok({ url: UPLOADED, width: 1, height: 1 })
        : problem(415, 'bad_request', '')
    }),
  )
  await user.upload(await input(), png())
  await screen.findByText(t('admin.picture.uploading'))
  expect(await input()).toBeDisabled()
  respond()
  await screen.findByText(t('admin.picture.uploaded'))
  expect(shown()).toBe(UPLOADED)
})

it('removes the picture', async () => {
  open(OLD)
  expect((await input(), shown())).toBe(OLD)
  await user.click(screen.getByRole('button', { name: t('admin.picture.removeOf', { name: LABEL }) }))
  expect(shown()).toBeUndefined()
})

it.each([
  ['of another type', new File(['x'], 'a.bmp', { type: 'image/bmp' }), () => t('errors.fields.unsupported_picture')],
  ['that is too large', Object.defineProperty(png(), 'size', { value: MAX_PICTURE_BYTES + 1 }), () => t('errors.fields.too_large')],
])('refuses a file %s without sending it', async (_what, file, message) => {
  open(OLD)
  // `fireEvent` imitates a dropped file, which the attribute `accept` does not filter.
  fireEvent.change(await input(), { target: { files: [file] } })
  await waitFor(async () => expect(await input()).toHaveAccessibleDescription(message()))
  expect(shown()).toBe(OLD)
})

it('keeps the picture when an upload fails, says why, and can be tried again', async () => {
  open(OLD)
  server.use(http.post(`${BASE}/admin/pictures`, () => problem(422, 'validation_failed', 'Şəkil zədələnib')))
  await user.upload(await input(), png())
  await waitFor(async () => expect(await input()).toHaveAccessibleDescription('Şəkil zədələnib'))
  expect(shown()).toBe(OLD)
  server.resetHandlers()
  await user.upload(await input(), png())
  await screen.findByText(t('admin.picture.uploaded'))
  expect(shown()).toBe(UPLOADED)
})

it('reports a connection that breaks', async () => {
  open()
  server.use(http.post(`${BASE}/admin/pictures`, () => Response.error()))
  await user.upload(await input(), png())
  await waitFor(async () => expect(await input()).toHaveAccessibleDescription(t('common.failure.network')))
})
