// Calculates how a square picture is zoomed and moved within the element that shows it, the stage.

export interface Point {
  x: number
  y: number
}

/** The offset of the picture's centre from the stage's centre, in pixels. */
export interface View extends Point {
  scale: number
}

interface Stage {
  width: number
  height: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
export const DOUBLE_TAP_SCALE = 2.5
const MAX_SCALE = 5

/** Limits a value to between `-limit` and `limit`. */
const clamp = (limit: number, value: number) => (limit <= 0 ? 0 : Math.min(limit, Math.max(-limit, value)))

/** Limits the offset to the edges of the picture. A picture that fits is centred. */
function clampView({ scale, x, y }: View, { width, height }: Stage): View {
  const side = Math.min(width, height) * scale
  return { scale, x: clamp((side - width) / 2, x), y: clamp((side - height) / 2, y) }
}

/** Enlarges or shrinks the picture to `scale`. The point `at`, relative to the centre of the stage, stays in place. */
export function zoomView(view: View, scale: number, at: Point, stage: Stage): View {
  const newScale = Math.min(MAX_SCALE, Math.max(1, scale))
  const growth = newScale / view.scale
  return clampView({ scale: newScale, x: at.x - (at.x - view.x) * growth, y: at.y - (at.y - view.y) * growth }, stage)
}

/** Moves the picture at most to its edges. */
export const moveView = (view: View, offset: Point, stage: Stage): View =>
  clampView({ ...view, x: view.x + offset.x, y: view.y + offset.y }, stage)

export const isZoomed = ({ scale }: View) => scale > 1
export const isFullyZoomed = ({ scale }: View) => scale >= MAX_SCALE
