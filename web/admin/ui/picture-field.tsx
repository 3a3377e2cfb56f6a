// Form fields that upload one picture, for example the logo of a store.
import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { ImagePlus, Trash2 } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useController } from 'react-hook-form'
import { PICTURE_TYPES, pictureRefusal, uploadFailureText, uploadPicture } from '~admin/lib/upload-picture'
import { useMay } from '~admin/session/access'
import { FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Button, Spinner } from '~shared/ui/button'
import { FieldFrame } from '~shared/ui/fields'
import { Picture } from '~shared/ui/picture'

interface Props {
  label: string
  /** The address of the uploaded picture, or empty. */
  value: string
  onChange: (url: string) => void
  hint?: string | undefined
  error?: string | undefined
  /** Appended to the label, for example “optional”. */
  mark?: string | undefined
  /** Whether the preview is a wide crop, as for a cover. */
  isWide?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A failed upload keeps the old picture. */
export function PictureField({ label, value, onChange, hint, error, mark, isWide = false, ref }: Props) {
  const { t, locale } = useI18n()
  const [refusal, setRefusal] = useState<string>()
  const upload = useMutation({ mutationFn: (file: File) => uploadPicture(locale, file), onSuccess: onChange })

  const send = (file: File) => {
    upload.reset()
    const reason = pictureRefusal(t, file)
    setRefusal(reason)
    if (reason === undefined) upload.mutate(file)
  }
  const remove = () => {
    upload.reset()
    setRefusal(undefined)
    onChange('')
  }

  const failure = refusal ?? (upload.isError ? uploadFailureText(t, upload.error) : undefined)
  const doneText = upload.isSuccess && value ? t('admin.picture.uploaded') : ''
  return (
    <FieldFrame label={label} hint={hint ?? t('admin.picture.hint')} error={failure ?? error} mark={mark}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-4">
          <div
            className={clsx(
              'relative grid h-28 place-items-center overflow-hidden rounded-lg border border-dashed border-line-strong bg-sunken hover:border-accent',
              'has-focus-visible:outline-2.5 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
              isWide ? 'w-56' : 'w-28',
            )}
          >
            {value ? (
              <Picture src={value} alt="" sizes={isWide ? '224px' : '112px'} className="size-full object-cover" />
            ) : (
              <ImagePlus aria-hidden className="size-7 text-muted" />
            )}
            {upload.isPending && (
              <span className="absolute inset-0 grid place-items-center bg-surface/70">
                <Spinner />
              </span>
            )}
            <input
              {...control}
              ref={ref}
              type="file"
              accept={PICTURE_TYPES.join()}
              disabled={upload.isPending}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              onChange={({ target }) => {
                const file = target.files?.[0]
                // Without this, the browser reports no change when the user chooses the same file again.
                target.value = ''
                if (file) send(file)
              }}
            />
          </div>
          {value && (
            <Button look="quiet" aria-label={t('admin.picture.removeOf', { name: label })} disabled={upload.isPending} onClick={remove}>
              <Trash2 aria-hidden className="size-4.5" />
              {t('admin.picture.remove')}
            </Button>
          )}
          <p role="status" className="text-sm text-muted">
            {upload.isPending ? t('admin.picture.uploading') : doneText}
          </p>
        </div>
      )}
    </FieldFrame>
  )
}

interface FormProps {
  name: string
  optional?: boolean
  hint?: string
  isWide?: boolean
}

export function FormPicture({ name, optional = false, hint, isWide = false }: FormProps) {
  const { t } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name, control: form.control }).field
  return (
    <PictureField
      ref={ref}
      label={labels[name] ?? name}
      value={String(value)}
      onChange={onChange}
      hint={hint}
      error={errorFor(name)}
      mark={optional ? t('forms.optional') : undefined}
      isWide={isWide}
    />
  )
}

/** Users who may not upload pictures type the address of one that was uploaded before. */
export function UploadOrAddress(props: FormProps) {
  const mayUpload = useMay()('products_write')
  if (mayUpload) return <FormPicture {...props} optional />
  return <FormText name={props.name} optional hint={props.hint} placeholder="/media/…/640.webp" autoComplete="off" />
}
