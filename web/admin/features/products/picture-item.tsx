// One picture of the product form, which is moved by its buttons or by dragging.
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import type { DragEvent } from 'react'
import { useI18n } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'

interface Props {
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

export function PictureItem({ id, url, index, isLast, onMove, onRemove, onDragStart, onDragEnd, onDrop }: Props) {
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
