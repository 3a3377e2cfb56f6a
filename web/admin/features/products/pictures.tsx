// The part of the product form with the pictures.
import clsx from 'clsx'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, type Ref, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { moved } from '~admin/lib/moved'
import { PICTURE_TYPES } from '~admin/lib/upload-picture'
import { buttonAfterMove, useFocusAfter } from '~admin/lib/use-focus-after'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { Spinner } from '~shared/ui/button'
import { PictureItem } from './picture-item'
import { MAX_PICTURES, type SizeValues } from './rules'
import { useUploads } from './use-uploads'

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
  /** The pressed button keeps the focus. */
  const moveByButton = (from: number, to: number) => {
    move(from, to)
    focusAfter(`${id}-${to}-${buttonAfterMove(from, to)}`)
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
        <AddPictures ref={ref} id={`${id}-add`} onChoose={send} />
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

interface AddProps {
  ref: Ref<HTMLInputElement>
  id: string
  onChoose: (files: File[]) => void
}

function AddPictures({ ref, id, onChoose }: AddProps) {
  const { t } = useI18n()
  return (
    <li>
      <label className="grid aspect-square w-36 cursor-pointer place-items-center content-center gap-2 rounded-lg border border-dashed border-line-strong p-2 text-center text-sm text-muted hover:text-accent-text has-focus-visible:outline-2.5 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
        <ImagePlus aria-hidden className="size-6" />
        {t('adminProducts.pictures.add')}
        <input
          ref={ref}
          id={id}
          type="file"
          accept={PICTURE_TYPES.join()}
          multiple
          className="sr-only"
          onChange={({ target }) => {
            onChoose([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </label>
    </li>
  )
}
