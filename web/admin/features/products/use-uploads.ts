// Uploads pictures and adds their addresses to the product form.
import { useState } from 'react'
import { pictureRefusal, uploadFailureText, uploadPicture } from '~admin/lib/upload-picture'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { MAX_PICTURES } from './rules'

/** Uploads files one after the other. A refused file does not stop the others. */
export function useUploads() {
  const { t, locale } = useI18n()
  const { form } = useParentForm()
  const [uploadCount, setUploadCount] = useState(0)
  const current = () => form.getValues('pictures') as string[]
  const refuse = (message: string) => form.setError('pictures', { type: 'server', message })

  const sendOne = async (file: File) => {
    try {
      const url = await uploadPicture(locale, file)
      const before = current()
      if (!before.includes(url)) form.setValue('pictures', [...before, url].slice(0, MAX_PICTURES), { shouldDirty: true })
    } catch (error) {
      refuse(uploadFailureText(t, error))
    } finally {
      setUploadCount((count) => count - 1)
    }
  }

  const sendAll = async (files: File[]) => {
    for (const file of files) await sendOne(file)
  }

  const send = (files: File[]) => {
    form.clearErrors('pictures')
    const sendable = files.filter((file) => pictureRefusal(t, file) === undefined)
    const accepted = sendable.slice(0, MAX_PICTURES - current().length - uploadCount)
    const refusal = files.map((file) => pictureRefusal(t, file)).find(Boolean)
    if (refusal) refuse(refusal)
    if (accepted.length < sendable.length) refuse(t('adminProducts.pictures.tooMany', { max: MAX_PICTURES }))
    setUploadCount((count) => count + accepted.length)
    void sendAll(accepted)
  }
  return { send, uploadCount }
}
