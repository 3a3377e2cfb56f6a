import { Camera, X } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '~shared/api/failure'
import { upload } from '~shared/api/upload'
import { fieldProblems } from '~shared/features/forms/problems'
import { useI18n } from '~shared/i18n/context'
import { Spinner } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { toast } from '~shared/ui/toast-store'

const MAX_PHOTOS = 5

interface Props {
  pictures: string[]
  onChange: (change: (before: string[]) => string[]) => void
}

/** Photos are uploaded as soon as they are chosen. A failed upload leaves the other photos. */
export function RefundPhotos({ pictures, onChange }: Props) {
  const { t, locale } = useI18n()
  const [uploadCount, setUploadCount] = useState(0)
  const remaining = MAX_PHOTOS - pictures.length - uploadCount

  const send = async (file: File) => {
    setUploadCount((count) => count + 1)
    try {
      const { data } = await upload(locale, '/user/pictures', file)
      onChange((before) => (before.includes(data.url) ? before : [...before, data.url].slice(0, MAX_PHOTOS)))
    } catch (error) {
      toast.bad(fieldProblems(error, ['picture'])[0]?.message ?? failureText(t, error))
    } finally {
      setUploadCount((count) => count - 1)
    }
  }

  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-semibold">{t('orders.refund.photos')}</legend>
      <ul className="flex flex-wrap gap-2.5">
        {pictures.map((url, index) => (
          <li key={url} className="relative">
            <Picture
              src={url}
              alt={t('orders.refund.photo', { n: index + 1 })}
              sizes="80px"
              className="size-20 rounded-lg bg-pearl object-cover"
            />
            <button
              type="button"
              aria-label={t('orders.refund.removePhoto', { n: index + 1 })}
              onClick={() => onChange((before) => before.filter((picture) => picture !== url))}
              className="absolute top-1.5 right-1.5 grid size-11 place-items-center"
            >
              <span className="grid size-8 place-items-center rounded-full border border-line bg-surface shadow-quiet">
                <X aria-hidden className="size-4" />
              </span>
            </button>
          </li>
        ))}
        {Array.from({ length: uploadCount }, (_, index) => (
          <li key={index} className="grid size-20 place-items-center rounded-lg bg-sunken">
            <Spinner />
          </li>
        ))}
        {remaining > 0 && (
          <li>
            <label className="grid size-20 cursor-pointer place-items-center rounded-lg border border-line-strong text-muted hover:text-accent-text has-focus-visible:outline-2.5 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
              <Camera aria-hidden className="size-6" />
              <span className="sr-only">{t('orders.refund.addPhotos')}</span>
              <input
                type="file"
                accept="image/jpeg,image/png,image/webp"
                multiple
                className="sr-only"
                onChange={({ target }) => {
                  for (const file of [...(target.files ?? [])].slice(0, remaining)) void send(file)
                  target.value = ''
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p className="text-sm text-muted">{t('orders.refund.photosHint')}</p>
    </fieldset>
  )
}

export function UploadedPhotos({ pictures }: { pictures: string[] }) {
  const { t } = useI18n()
  if (pictures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map((url, index) => (
        <li key={url}>
          <a href={url.replace('/640.', '/1280.')} target="_blank" rel="noreferrer" className="block rounded-lg">
            <Picture
              src={url}
              alt={t('orders.refund.photo', { n: index + 1 })}
              sizes="80px"
              className="size-20 rounded-lg bg-pearl object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
