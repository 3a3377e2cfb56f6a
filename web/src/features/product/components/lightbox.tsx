// Shows one picture at a time in full size.

import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { useZoom } from './use-zoom'
import { isFullyZoomed, isZoomed } from './zoom-view'

/** Factor of a button or key. */
const ZOOM_STEP = 1.6
/** How far an arrow key moves an enlarged picture. */
const PAN_STEP_PX = 60

const BUTTON = 'pointer-events-auto rounded-full! bg-surface/90 shadow-quiet backdrop-blur-xs disabled:opacity-45'

interface LightboxProps {
  images: string[]
  name: string
  shown: number
  onShow: (index: number) => void
  onClose: () => void
}

/** Arrow keys and swipes show other pictures, but move an enlarged one. */
export default function Lightbox({ images, name, shown, onShow, onClose }: LightboxProps) {
  const t = useT()
  const zoom = useZoom((step) => showOther(step))
  // A picture that follows a finger moves without transition.
  const [isHeld, setHeld] = useState(false)
  const isZoomedIn = isZoomed(zoom.view)
  const src = images[shown] ?? ''

  function showOther(step: number) {
    const next = shown + step
    if (next < 0 || next >= images.length) return
    zoom.reset()
    onShow(next)
  }

  const onArrow = (x: number, y: number) => {
    if (isZoomedIn) zoom.moveBy({ x: -x * PAN_STEP_PX, y: -y * PAN_STEP_PX })
    else if (x !== 0) showOther(x)
  }
  const actions: Record<string, () => void> = {
    ArrowLeft: () => onArrow(-1, 0),
    ArrowRight: () => onArrow(1, 0),
    ArrowUp: () => onArrow(0, -1),
    ArrowDown: () => onArrow(0, 1),
    Home: () => showOther(-shown),
    End: () => showOther(images.length - 1 - shown),
    '+': () => zoom.zoomBy(ZOOM_STEP),
    '=': () => zoom.zoomBy(ZOOM_STEP),
    '-': () => zoom.zoomBy(1 / ZOOM_STEP),
    '0': zoom.reset,
  }
  useKeys(actions)

  return (
    <div className="relative size-full">
      <div
        ref={zoom.stage}
        {...zoom.pointers}
        onPointerDownCapture={() => setHeld(true)}
        onPointerUpCapture={() => setHeld(false)}
        onPointerCancelCapture={() => setHeld(false)}
        className={`grid size-full touch-none place-items-center overflow-hidden select-none ${isZoomedIn ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <div
          className={isHeld ? undefined : 'transition-transform duration-200 ease-out'}
          style={{ transform: `translate(${zoom.view.x}px, ${zoom.view.y}px) scale(${zoom.view.scale})` }}
        >
          <Picture
            key={src}
            src={src}
            alt={t('product.gallery.alt', { name, n: shown + 1 })}
            sizes="1280px"
            eager
            className="pointer-events-none size-[min(100dvw,100dvh)] object-contain"
          />
        </div>
      </div>

      <TopBar place={shown + 1} total={images.length} onClose={onClose} />
      <IconButton
        label={t('product.gallery.previous')}
        disabled={shown === 0}
        onClick={() => showOther(-1)}
        className={`${BUTTON} absolute! top-1/2 left-3 max-sm:hidden`}
      >
        <ChevronLeft aria-hidden className="size-5.5" />
      </IconButton>
      <IconButton
        label={t('product.gallery.next')}
        disabled={shown === images.length - 1}
        onClick={() => showOther(1)}
        className={`${BUTTON} absolute! top-1/2 right-3 max-sm:hidden`}
      >
        <ChevronRight aria-hidden className="size-5.5" />
      </IconButton>
      <ZoomButtons canZoomOut={isZoomedIn} canZoomIn={!isFullyZoomed(zoom.view)} onZoom={zoom.zoomBy} />
    </div>
  )
}

/** The dialog already has the focus when this part loads, so only the document receives keys. */
function useKeys(actions: Record<string, () => void>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actions[event.key]
      if (!action || event.metaKey || event.ctrlKey || event.altKey) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

function TopBar({ place, total, onClose }: { place: number; total: number; onClose: () => void }) {
  const t = useT()
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 flex items-center justify-between gap-3 p-3">
      <p aria-live="polite" className="rounded-full bg-surface/90 px-3.5 py-1.5 text-sm font-semibold tabular-nums">
        <span aria-hidden>
          {place} / {total}
        </span>
        <span className="sr-only">{t('deferred.closer.zoom.place', { n: place, total })}</span>
      </p>
      <IconButton label={t('common.close')} onClick={onClose} className={BUTTON}>
        <X aria-hidden className="size-5.5" />
      </IconButton>
    </div>
  )
}

interface ZoomButtonsProps {
  canZoomOut: boolean
  canZoomIn: boolean
  onZoom: (factor: number) => void
}

function ZoomButtons({ canZoomOut, canZoomIn, onZoom }: ZoomButtonsProps) {
  const t = useT()
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 flex justify-center gap-2 p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      <IconButton label={t('deferred.closer.zoom.out')} disabled={!canZoomOut} onClick={() => onZoom(1 / ZOOM_STEP)} className={BUTTON}>
        <ZoomOut aria-hidden className="size-5.5" />
      </IconButton>
      <IconButton label={t('deferred.closer.zoom.in')} disabled={!canZoomIn} onClick={() => onZoom(ZOOM_STEP)} className={BUTTON}>
        <ZoomIn aria-hidden className="size-5.5" />
      </IconButton>
    </div>
  )
}
