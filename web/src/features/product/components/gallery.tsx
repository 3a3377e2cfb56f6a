import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type UIEvent, useRef, useState } from 'react'
import { useT } from '~/i18n/context'
import { GALLERY_SIZES } from '~/lib/picture-sizes'
import { Picture } from '~/ui/picture'

/** Pictures that are swiped, or chosen by their thumbnails or the arrows. */
export function Gallery({ images, name }: { images: string[]; name: string }) {
  const t = useT()
  const track = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)

  const show = (index: number) => {
    const strip = track.current
    strip?.scrollTo({ left: index * strip.clientWidth })
  }
  const follow = ({ currentTarget }: UIEvent<HTMLElement>) => setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
  const arrow =
    'absolute top-1/2 hidden size-11 -translate-y-1/2 place-items-center rounded-full bg-surface/90 shadow-quiet backdrop-blur-xs hover:text-accent-text disabled:opacity-0 sm:grid'

  return (
    <section aria-label={t('product.gallery.label')} className="grid gap-3 lg:grid-cols-[5rem_minmax(0,1fr)]">
      <div className="relative order-1 -mx-4 overflow-hidden bg-pearl md:mx-0 md:rounded-2xl lg:order-2">
        <div
          ref={track}
          onScroll={follow}
          className="shelf auto-cols-[100%] snap-mandatory"
          role="group"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
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
          className={`${arrow} left-3`}
          onClick={() => show(shown - 1)}
        >
          <ChevronLeft aria-hidden className="size-5" />
        </button>
        <button
          type="button"
          aria-label={t('product.gallery.next')}
          disabled={shown >= images.length - 1}
          className={`${arrow} right-3`}
          onClick={() => show(shown + 1)}
        >
          <ChevronRight aria-hidden className="size-5" />
        </button>
        <p
          aria-hidden
          className="absolute right-3 bottom-3 rounded-full bg-surface/90 px-3 py-1 text-xs font-semibold tabular-nums sm:hidden"
        >
          {shown + 1} / {images.length}
        </p>
      </div>
      <ul className="order-2 flex gap-2.5 overflow-x-auto p-1 lg:order-1 lg:flex-col lg:overflow-visible">
        {images.map((src, index) => (
          <li key={src}>
            <button
              type="button"
              aria-label={t('product.gallery.show', { n: index + 1 })}
              aria-current={index === shown}
              onClick={() => show(index)}
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
    </section>
  )
}
