// A shelf: a row of product cards that scrolls sideways, with a heading.

import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { HomeShelf, ProductCard as Card } from '~shared/api/types'
import { useLocale, useT } from '~shared/i18n/context'
import { useNear } from '~/lib/use-near'
import { OptionalPart } from '~shared/ui/states'
import { Section } from '~shared/ui/section'
import { shelfQuery } from '~shared/features/catalog/queries'
import { ProductCard } from './product-card'
import { CardSkeleton } from './product-grid'

interface ShelfProps {
  title: string
  more?: { to: string; label: string } | undefined
}

const ROW =
  'shelf auto-cols-[46%] gap-3 -mx-4 px-4 scroll-px-4 py-1 sm:auto-cols-[31%] sm:gap-4 md:mx-0 md:px-0.5 md:scroll-px-0.5 lg:auto-cols-[23.5%]'

/** A shelf with fewer products is not shown, except one whose products staff have chosen. */
const MIN_PRODUCTS = 4

/** An arrow scrolls by this share of the row, so that a part stays visible. */
const SCROLLED_SHARE = 0.9

const EAGER_CARDS = 5

interface ProductShelfProps extends ShelfProps {
  shelf: HomeShelf
  /** Whether products render and pictures load only when the shelf comes near. */
  isDeferred?: boolean
}

export function ProductShelf(props: ProductShelfProps) {
  return (
    <ShelfBoundary>
      <ShelfOf {...props} />
    </ShelfBoundary>
  )
}

function ShelfOf({ shelf, isDeferred = false, ...rest }: ProductShelfProps) {
  const { products } = useSuspenseQuery(shelfQuery(useLocale(), shelf)).data.data
  const { ref, isNear } = useNear()
  const isShown = shelf.source === 'products' || products.length >= MIN_PRODUCTS
  return <div ref={ref}>{isShown && <ShelfRow {...rest} products={products} isRendered={!isDeferred || isNear} />}</div>
}

/** Reserves space, and renders the shelf when it comes near. */
export function LateShelf({ children }: { children: ReactNode }) {
  const { ref, isNear } = useNear()
  return <div ref={ref}>{isNear ? <ShelfBoundary>{children}</ShelfBoundary> : <div className="h-104 lg:h-136" />}</div>
}

/** The page does not depend on a shelf, so a failed one renders nothing. */
const ShelfBoundary = ({ children }: { children: ReactNode }) => (
  <OptionalPart>
    <Suspense fallback={<ShelfSkeleton />}>{children}</Suspense>
  </OptionalPart>
)

/** On wide screens, arrows scroll the row. */
export function ShelfRow({ title, more, products, isRendered = true }: ShelfProps & { products: Card[]; isRendered?: boolean }) {
  const t = useT()
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = row.current
    list?.addEventListener('focusin', revealFocusedCard)
    return () => list?.removeEventListener('focusin', revealFocusedCard)
  }, [])
  if (products.length === 0) return null
  const scroll = (direction: -1 | 1) => row.current?.scrollBy({ left: direction * row.current.clientWidth * SCROLLED_SHARE })
  const arrow =
    'absolute top-[38%] z-3 hidden size-11 place-items-center rounded-full border border-line bg-raised shadow-lifted transition-opacity lg:grid hover:text-accent-text'
  return (
    <Section title={title} more={more}>
      <div className="relative">
        <ul ref={row} className={ROW}>
          {products.map((product, index) => (
            <li key={product.id}>
              {isRendered ? <DeferredCard product={product} isFirst={index < EAGER_CARDS} /> : <CardSkeleton isStatic />}
            </li>
          ))}
        </ul>
        {/* Four cards fit on the wide screens that show the arrows. */}
        {products.length > 4 && (
          <>
            <button type="button" aria-label={t('catalog.back', { title })} className={`${arrow} -left-5`} onClick={() => scroll(-1)}>
              <ChevronLeft aria-hidden className="size-5" />
            </button>
            <button type="button" aria-label={t('catalog.forward', { title })} className={`${arrow} -right-5`} onClick={() => scroll(1)}>
              <ChevronRight aria-hidden className="size-5" />
            </button>
          </>
        )}
      </div>
    </Section>
  )
}

/** Left to itself, a browser scrolls too little, and the row snaps back to the card before. */
function revealFocusedCard({ target }: FocusEvent) {
  const card = target instanceof Element && target.matches(':focus-visible') ? target.closest('li') : null
  const row = card?.parentElement
  if (!card || !row) return
  const [cardBox, rowBox] = [card.getBoundingClientRect(), row.getBoundingClientRect()]
  const isHidden = cardBox.left < rowBox.left || cardBox.right > rowBox.right
  if (isHidden) row.scrollBy({ left: cardBox.left - rowBox.left, behavior: 'instant' })
}

/** A card beyond the first ones renders when it comes near. */
function DeferredCard({ product, isFirst }: { product: Card; isFirst: boolean }) {
  const { ref, isNear } = useNear()
  return isFirst || isNear ? (
    <ProductCard product={product} />
  ) : (
    <div ref={ref}>
      <CardSkeleton isStatic />
    </div>
  )
}

function ShelfSkeleton() {
  return (
    <div className="grid gap-5">
      <div className="skeleton h-8 w-52 rounded-md" />
      <div className={ROW}>
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </div>
  )
}
