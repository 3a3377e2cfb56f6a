// Zooms and moves a picture with fingers, mouse and wheel.

import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { DOUBLE_TAP_SCALE, isZoomed, moveView, type Point, type View, WHOLE, zoomView } from './zoom-view'

const DOUBLE_TAP_MS = 300
/** A touch that moves less than this is a tap. */
const TAP_TOLERANCE_PX = 10
/** A movement that is shorter than this is not a swipe. */
const SWIPE_PX = 48
/** The exponent of the factor for each unit of `deltaY`. */
const WHEEL_SPEED = 0.002

/** A finger or mouse button that is down. */
interface Touch {
  /** Where it went down. */
  from: Point
  /** Its latest position. */
  at: Point
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const midpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })

/** A swipe over a picture that is not enlarged calls `onSwipe` with the direction. */
export function useZoom(onSwipe: (step: 1 | -1) => void) {
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [view, setView] = useState<View>(WHOLE)
  const touches = useRef(new Map<number, Touch>())
  const lastTap = useRef(0)

  const size = () => ({ width: stage?.clientWidth ?? 0, height: stage?.clientHeight ?? 0 })
  /** The place of an event, relative to the centre of the stage. */
  const fromCentre = (event: { clientX: number; clientY: number }): Point => {
    const box = stage?.getBoundingClientRect()
    return box ? { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 } : { x: 0, y: 0 }
  }
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) => setView((old) => zoomView(old, old.scale * factor, at, size()))

  // React's wheel listener is passive and cannot keep the browser from zooming the page.
  useEffect(() => {
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoomBy(Math.exp(-event.deltaY * WHEEL_SPEED), fromCentre(event))
    }
    stage?.addEventListener('wheel', handleWheel, { passive: false })
    return () => stage?.removeEventListener('wheel', handleWheel)
  })

  /** Two fingers zoom around the middle of both; one finger moves the picture from `touch.at`, its previous position, to `at`. */
  const drag = (touch: Touch, at: Point) => {
    const otherTouch = [...touches.current.values()].find((candidate) => candidate !== touch)
    if (otherTouch) {
      const factor = distance(at, otherTouch.at) / Math.max(1, distance(touch.at, otherTouch.at))
      zoomBy(factor, midpoint(at, otherTouch.at))
    } else {
      setView((old) => (isZoomed(old) ? moveView(old, minus(at, touch.at), size()) : old))
    }
  }

  /** Recognises taps, double taps and swipes. */
  const endTouch = ({ from, at }: Touch, time: number) => {
    const moved = minus(at, from)
    if (distance(from, at) < TAP_TOLERANCE_PX) {
      const isDouble = time - lastTap.current < DOUBLE_TAP_MS
      lastTap.current = isDouble ? 0 : time
      if (isDouble) setView((old) => (isZoomed(old) ? WHOLE : zoomView(old, DOUBLE_TAP_SCALE, at, size())))
      return
    }
    const isSwipe = Math.abs(moved.x) > SWIPE_PX && Math.abs(moved.x) > Math.abs(moved.y)
    if (isSwipe && !isZoomed(view)) onSwipe(moved.x < 0 ? 1 : -1)
  }

  const pointers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const at = fromCentre(event)
      touches.current.set(event.pointerId, { from: at, at })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      const touch = touches.current.get(event.pointerId)
      if (!touch) return
      const at = fromCentre(event)
      drag(touch, at)
      touch.at = at
    },
    onPointerUp: (event: PointerEvent) => {
      const touch = touches.current.get(event.pointerId)
      const wasAlone = touches.current.size === 1
      touches.current.delete(event.pointerId)
      if (touch && wasAlone) endTouch(touch, event.timeStamp)
    },
    onPointerCancel: (event: PointerEvent) => touches.current.delete(event.pointerId),
  }

  return {
    stage: setStage,
    view,
    pointers,
    zoomBy,
    moveBy: (offset: Point) => setView((old) => moveView(old, offset, size())),
    reset: () => setView(WHOLE),
  }
}
