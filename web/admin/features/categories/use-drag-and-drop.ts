import { type DragEvent, useState } from 'react'
import type { CategoryRow } from '~shared/api/types'
import { findCategory, placeAfterDrop, type Place, type Row, type Zone } from './tree'

/** Where the dragged category would arrive if it were dropped now. */
interface Drop {
  row: Row
  zone: Zone
  place: Place
}

export function useDragAndDrop(categories: CategoryRow[], onMove: (category: CategoryRow, place: Place) => void) {
  const [draggedId, setDraggedId] = useState<number>()
  const [drop, setDrop] = useState<Drop>()

  const endDrag = () => {
    setDraggedId(undefined)
    setDrop(undefined)
  }
  const handlersOf = (row: Row) => ({
    onDragStart: ({ dataTransfer }: DragEvent) => {
      // Firefox drags nothing without data.
      dataTransfer.setData('text/plain', row.category.slug)
      setDraggedId(row.category.id)
    },
    onDragOver: (event: DragEvent) => {
      if (draggedId === undefined) return
      const zone = zoneAt(event)
      const place = placeAfterDrop(categories, draggedId, row, zone)
      setDrop(place && { row, zone, place })
      // The browser refuses the drop without this.
      if (place) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const dragged = findCategory(categories, draggedId)
      if (dragged && drop) onMove(dragged, drop.place)
      endDrag()
    },
    onDragEnd: endDrag,
  })
  return { draggedId, drop, handlersOf }
}

/** The top quarter of a row means before it, the bottom quarter after it. */
function zoneAt({ clientY, currentTarget }: DragEvent): Zone {
  const { top, height } = currentTarget.getBoundingClientRect()
  const share = (clientY - top) / height
  if (share < 0.25) return 'before'
  return share > 0.75 ? 'after' : 'inside'
}
