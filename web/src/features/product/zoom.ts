// Looking closer at a square picture. Nothing here knows of pointers or keys.

export interface Point {
  x: number
  y: number
}

/** How much larger the picture is drawn, and how far its middle is from the middle of the stage. */
export interface View extends Point {
  scale: number
}

export interface Stage {
  width: number
  height: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }
export const CLOSER = 2.5
const CLOSEST = 5

const upTo = (limit: number, value: number) => (limit <= 0 ? 0 : Math.min(limit, Math.max(-limit, value)))

/** No further than to the picture's edges; what fits stays in the middle. */
function within({ scale, x, y }: View, { width, height }: Stage): View {
  const side = Math.min(width, height) * scale
  return { scale, x: upTo((side - width) / 2, x), y: upTo((side - height) / 2, y) }
}

/** What is under `at`, counted from the middle of the stage, stays under it. */
export function zoomed(view: View, scale: number, at: Point, stage: Stage): View {
  const next = Math.min(CLOSEST, Math.max(1, scale))
  const growth = next / view.scale
  return within({ scale: next, x: at.x - (at.x - view.x) * growth, y: at.y - (at.y - view.y) * growth }, stage)
}

export const moved = (view: View, by: Point, stage: Stage): View => within({ ...view, x: view.x + by.x, y: view.y + by.y }, stage)

export const isClose = ({ scale }: View) => scale > 1
export const isClosest = ({ scale }: View) => scale >= CLOSEST
