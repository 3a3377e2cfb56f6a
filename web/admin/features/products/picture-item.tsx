// One picture of the product form, which is moved by its buttons or by dragging.
import { Trash2 } from 'lucide-react'
import type { DragEvent } from 'react'
import { OrderButtons } from '~admin/ui/order-buttons'
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
        <OrderButtons
          id={`${id}-${index}`}
          labels={{ up: t('adminProducts.pictures.earlier', { n }), down: t('adminProducts.pictures.later', { n }) }}
          isFirst={index === 0}
          isLast={isLast}
          isRow
          onMove={(step) => onMove(index + step)}
        />
        <IconButton label={t('adminProducts.pictures.remove', { n })} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}
