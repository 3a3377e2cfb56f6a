import clsx from 'clsx'
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { PICTURE_TYPES, pictureRefusal, uploadFailureText, uploadPicture } from '~admin/lib/upload-picture'
import { buttonAfterMove, useFocusAfter } from '~admin/lib/use-focus-after'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { IconButton, Spinner } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { MAX_PICTURES, type SizeValues } from './rules'

/** Returns the list with its item number `from` moved to the place `to`. */
export const moved = <Item,>(list: Item[], from: number, to: number) =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))

export function Pictures() {
  const { t } = useI18n()
  const { form, errorFor, labels } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'pictures', control: form.control }).field
  const pictures = value as string[]
  const { send, uploadCount } = useUploads()
  const [announcement, setAnnouncement] = useState('')
  const [isOver, setOver] = useState(false)
  /** The index of the picture that is dragged; null while a file is dragged. */
  const dragged = useRef<number | null>(null)
  const focusAfter = useFocusAfter()
  const id = useId()
  const error = errorFor('pictures')

  const move = (from: number, to: number) => {
    onChange(moved(pictures, from, to))
    setAnnouncement(t('adminProducts.pictures.movedTo', { n: to + 1, count: pictures.length }))
  }
  /** The pressed button keeps the focus, or its neighbour gets it if the picture is now at the end of the list. */
  const moveByButton = (from: number, to: number) => {
    move(from, to)
    focusAfter(`${id}-${to}-${buttonAfterMove(from, to, pictures.length)}`)
  }
  const remove = (index: number) => {
    const removed = pictures[index]
    onChange(pictures.filter((_, other) => other !== index))
    // Sizes lose a removed picture, too.
    const sizes = form.getValues('sizes') as SizeValues[]
    for (const [size, { picture }] of sizes.entries()) if (picture === removed) form.setValue(`sizes.${size}.picture`, '')
    focusAfter(`${id}-add`)
  }
  /** Uploads dropped files, or moves the dragged picture. */
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault()
    setOver(false)
    const from = dragged.current
    dragged.current = null
    if (from === null) send([...event.dataTransfer.files])
    else if (from !== to) move(from, Math.min(to, pictures.length - 1))
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button below does the same
    <div
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-note`}
      className="grid grid-cols-1 gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7"
      onDragOver={(event) => {
        event.preventDefault()
        if (dragged.current === null) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => drop(event, pictures.length)}
    >
      <h2 id={`${id}-title`} className="text-xl">
        {labels.pictures}
      </h2>
      <ul className={clsx('flex flex-wrap gap-3 rounded-lg', isOver && 'outline-2.5 outline-accent-text')}>
        {pictures.map((url, index) => (
          <PictureItem
            key={url}
            id={id}
            url={url}
            index={index}
            isLast={index === pictures.length - 1}
            onMove={(to) => moveByButton(index, to)}
            onRemove={() => remove(index)}
            onDragStart={() => {
              dragged.current = index
            }}
            onDragEnd={() => {
              dragged.current = null
            }}
            onDrop={(event) => drop(event, index)}
          />
        ))}
        {Array.from({ length: uploadCount }, (_, index) => (
          <li key={index} className="grid aspect-square w-36 place-items-center rounded-lg bg-sunken">
            <Spinner />
          </li>
        ))}
        <li>
          <label className="grid aspect-square w-36 cursor-pointer place-items-center content-center gap-2 rounded-lg border border-dashed border-line-strong p-2 text-center text-sm text-muted hover:text-accent-text has-focus-visible:outline-2.5 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
            <ImagePlus aria-hidden className="size-6" />
            {t('adminProducts.pictures.add')}
            <input
              ref={ref}
              id={`${id}-add`}
              type="file"
              accept={PICTURE_TYPES.join()}
              multiple
              className="sr-only"
              onChange={({ target }) => {
                send([...(target.files ?? [])])
                target.value = ''
              }}
            />
          </label>
        </li>
      </ul>
      <p id={`${id}-note`} className={clsx('text-sm', error ? 'font-medium text-bad' : 'text-muted')}>
        {error ?? t('adminProducts.pictures.hint', { max: MAX_PICTURES })}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

interface PictureItemProps {
  /** The prefix of the ids of the buttons. */
  id: string
  url: string
  index: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
  onDragStart: () => void
  onDragEnd: () => void
  onDrop: (event: DragEvent) => void
}

function PictureItem({ id, url, index, isLast, onMove, onRemove, onDragStart, onDragEnd, onDrop }: PictureItemProps) {
  const { t } = useI18n()
  const n = index + 1
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons of the picture do the same
    <li
      draggable
      className="grid w-36 cursor-move gap-1 rounded-lg border border-line bg-surface p-1.5"
      onDragStart={({ dataTransfer }) => {
        onDragStart()
        dataTransfer.setData('text/plain', url)
      }}
      onDragEnd={onDragEnd}
      onDrop={(event) => {
        event.stopPropagation()
        onDrop(event)
      }}
    >
      <Picture
        src={url}
        alt={t('adminProducts.pictures.alt', { n })}
        sizes="132px"
        className="aspect-square w-full rounded-md bg-pearl object-cover"
      />
      <div className="flex justify-between">
        <IconButton
          id={`${id}-${index}-earlier`}
          label={t('adminProducts.pictures.earlier', { n })}
          disabled={index === 0}
          className="disabled:opacity-40"
          onClick={() => onMove(index - 1)}
        >
          <ArrowLeft aria-hidden className="size-4.5" />
        </IconButton>
        <IconButton
          id={`${id}-${index}-later`}
          label={t('adminProducts.pictures.later', { n })}
          disabled={isLast}
          className="disabled:opacity-40"
          onClick={() => onMove(index + 1)}
        >
          <ArrowRight aria-hidden className="size-4.5" />
        </IconButton>
        <IconButton label={t('adminProducts.pictures.remove', { n })} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4.5" />
        </IconButton>
      </div>
    </li>
  )
}

/** Uploads files one after the other. A refused file does not stop the others. */
function useUploads() {
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
