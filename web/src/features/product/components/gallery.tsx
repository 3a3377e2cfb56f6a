// The pictures of a product.

import clsx from 'clsx'
import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import { type KeyboardEvent, Suspense, type UIEvent, useEffect, useRef, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { GALLERY_SIZES } from '~/lib/picture-sizes'
import { useLayer } from '~/lib/use-layer'
import { Dialog } from '~shared/ui/dialog'
import { Picture } from '~shared/ui/picture'

const Lightbox = lazyPart(() => import('./lightbox'), 'deferred')

const ROUND = 'absolute size-11 place-items-center rounded-full bg-surface/90 shadow-quiet backdrop-blur-xs hover:text-accent-text'
const ARROW = `${ROUND} top-1/2 hidden -translate-y-1/2 disabled:opacity-0 sm:grid`

/**
 * A strip of pictures, of which one is visible. A press opens the lightbox. Scrolls to `requestedImage`, such as the picture of the chosen
 * size.
 */
export function Gallery({ images, name, requestedImage }: { images: string[]; name: string; requestedImage?: string | undefined }) {
  const t = useT()
  const track = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const zoom = useLayer('zoom')
  const hasMany = images.length > 1
  // Without a picture there is nothing to enlarge.
  const enlarge = images[0] ? zoom.open : undefined

  /** Scrolls to a picture. The scrolling then updates `shown`. */
  const show = (index: number, behavior: ScrollBehavior = 'auto') => {
    const strip = track.current
    strip?.scrollTo({ left: index * strip.clientWidth, behavior })
  }
  /** The lightbox covers the strip, so it scrolls without animation. */
  const showBelow = (index: number) => {
    setShown(index)
    show(index, 'instant')
  }
  useEffect(() => {
    const index = requestedImage === undefined ? -1 : images.indexOf(requestedImage)
    if (index >= 0) track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: 'instant' })
  }, [requestedImage, images])
  const updateShown = ({ currentTarget }: UIEvent<HTMLElement>) =>
    setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
  const handleKey = (event: KeyboardEvent) => {
    const next = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: images.length - 1 }[event.key]
    if (event.key === 'Enter') return enlarge?.()
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }
  return (
    <section
      aria-label={t('product.gallery.label')}
      className={clsx('grid gap-1 sm:gap-3', hasMany && 'lg:grid-cols-[5rem_minmax(0,1fr)]')}
    >
      <div className="relative order-1 -mx-4 overflow-hidden bg-pearl md:mx-0 md:rounded-2xl lg:order-2">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the strip handles keys, and the button below opens the lightbox, too */}
        <div
          ref={track}
          onScroll={updateShown}
          onKeyDown={handleKey}
          onClick={enlarge}
          className={clsx('shelf auto-cols-[100%] snap-mandatory', enlarge && 'cursor-zoom-in')}
          role="group"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by the keyboard
          tabIndex={0}
          aria-label={t('product.gallery.pictures')}
        >
          {images.map((src, index) => (
            <Picture
              key={src}
              src={src}
              alt={t('product.gallery.alt', { name, n: index + 1 })}
              sizes={GALLERY_SIZES}
              eager={index === 0}
              className="aspect-square w-full object-cover"
            />
          ))}
        </div>
        <button
          type="button"
          aria-label={t('product.gallery.previous')}
          disabled={shown === 0}
          className={`${ARROW} left-3`}
          onClick={() => show(shown - 1)}
        >
          <ChevronLeft aria-hidden className="size-5" />
        </button>
        <button
          type="button"
          aria-label={t('product.gallery.next')}
          disabled={shown >= images.length - 1}
          className={`${ARROW} right-3`}
          onClick={() => show(shown + 1)}
        >
          <ChevronRight aria-hidden className="size-5" />
        </button>
        {enlarge && (
          <button type="button" aria-label={t('product.gallery.zoom')} className={`${ROUND} right-3 bottom-3 grid`} onClick={enlarge}>
            <Maximize2 aria-hidden className="size-4.5" />
          </button>
        )}
      </div>
      {hasMany && <Choices images={images} shown={shown} onShow={show} />}
      <Dialog open={zoom.isOpen} onClose={zoom.close} label={name} className="m-0 h-dvh w-dvw bg-canvas! open:appear">
        <Suspense>
          <Lightbox images={images} name={name} shown={shown} onShow={showBelow} onClose={zoom.close} />
        </Suspense>
      </Dialog>
    </section>
  )
}

interface ChoicesProps {
  images: string[]
  shown: number
  onShow: (index: number) => void
}

/** Dots on phones, thumbnails on wider screens. */
function Choices({ images, shown, onShow }: ChoicesProps) {
  const t = useT()
  /** Properties of a button that shows a picture. */
  const choice = (index: number) => ({
    type: 'button' as const,
    'aria-label': t('product.gallery.show', { n: index + 1 }),
    'aria-current': index === shown,
    onClick: () => onShow(index),
  })

  return (
    <>
      <ul className="order-2 flex justify-center sm:hidden">
        {images.map((src, index) => (
          <li key={src} className="max-w-11 grow">
            <button {...choice(index)} className="grid h-11 w-full place-items-center">
              <span
                className={clsx('h-2 rounded-full transition-[width]', index === shown ? 'w-5 bg-accent-text' : 'w-2 bg-line-strong')}
              />
            </button>
          </li>
        ))}
      </ul>
      <ul className="order-2 hidden gap-2.5 overflow-x-auto p-1 sm:flex lg:order-1 lg:flex-col lg:overflow-visible">
        {images.map((src, index) => (
          <li key={src}>
            <button
              {...choice(index)}
              className={clsx(
                'block size-16 overflow-hidden rounded-lg ring-2 ring-offset-2 ring-offset-canvas transition-shadow lg:size-18',
                index === shown ? 'ring-accent' : 'ring-transparent hover:ring-line-strong',
              )}
            >
              <Picture src={src} alt="" sizes="72px" className="size-full object-cover" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
