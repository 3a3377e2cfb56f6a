// Coordinates are in pixels from the centre of the screen.

import { describe, expect, it } from 'vitest'
import { DOUBLE_TAP_SCALE, isZoomed, isFullyZoomed, moveView, type Point, type View, WHOLE, zoomView } from './components/zoom-view'

const PHONE = { width: 400, height: 800 }
/** Where a point of the picture is drawn. */
const drawnAt = (view: View, point: Point) => ({ x: point.x * view.scale + view.x, y: point.y * view.scale + view.y })

describe('zooming', () => {
  it('keeps the point under the finger in place', () => {
    const finger = { x: 120, y: -60 }
    const view = zoomView(WHOLE, 3, finger, PHONE)
    const zoomedAgain = zoomView(view, 4, finger, PHONE)
    expect(drawnAt(view, finger).x).toBeCloseTo(finger.x)
    const pointUnderFinger = { x: (finger.x - view.x) / view.scale, y: (finger.y - view.y) / view.scale }
    expect(drawnAt(zoomedAgain, pointUnderFinger).x).toBeCloseTo(finger.x)
  })

  it('stays between the smallest and the largest scale', () => {
    expect(zoomView(WHOLE, 0.2, { x: 50, y: 50 }, PHONE)).toEqual(WHOLE)
    expect(isFullyZoomed(zoomView(WHOLE, 99, { x: 0, y: 0 }, PHONE))).toBe(true)
    expect(isZoomed(WHOLE)).toBe(false)
  })

  it('stops at the edges of the picture, which is centred where it fits', () => {
    const near = zoomView(WHOLE, DOUBLE_TAP_SCALE, { x: 0, y: 0 }, PHONE)
    expect(moveView(near, { x: 9999, y: 0 }, PHONE).x).toBe((PHONE.width * DOUBLE_TAP_SCALE - PHONE.width) / 2)
    expect(moveView(near, { x: 0, y: -9999 }, PHONE).y).toBe(-(PHONE.width * DOUBLE_TAP_SCALE - PHONE.height) / 2)
    expect(moveView(zoomView(WHOLE, 1.5, { x: 0, y: 0 }, PHONE), { x: 0, y: 300 }, PHONE).y, '600 of 800: it fits').toBe(0)
  })

  it('returns to the start when reversed', () => {
    const corner = { x: 200, y: 200 }
    expect(zoomView(zoomView(WHOLE, 4, corner, PHONE), 1, corner, PHONE)).toEqual(WHOLE)
  })
})
