// Checks and uploads pictures.
import { failureText } from '~shared/api/failure'
import { upload } from '~shared/api/upload'
import { fieldProblems } from '~shared/features/forms/problems'
import type { Translate } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'

/** The media types that the server accepts. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024

/** Returns undefined for a file that can be sent. */
export function pictureRefusal(t: Translate, { type, size }: File): string | undefined {
  if (!PICTURE_TYPES.includes(type)) return t('errors.fields.unsupported_picture')
  return size > MAX_PICTURE_BYTES ? t('errors.fields.too_large') : undefined
}

/** Returns an address such as `/media/{hash}/640.webp`. */
export const uploadPicture = async (locale: Locale, file: File): Promise<string> => (await upload(locale, '/admin/pictures', file)).data.url

/** Prefers the server's reason, if it refused the picture. */
export const uploadFailureText = (t: Translate, error: unknown) => fieldProblems(error, ['picture'])[0]?.message ?? failureText(t, error)
