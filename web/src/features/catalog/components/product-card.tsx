import clsx from 'clsx'
import { ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAddToCart } from '~/features/basket/use-cart-change'
import { usePromisedWindow } from '~/features/destination/promised'
import { FavouriteButton } from '~/features/favourites/components/favourite-button'
import { AddToList } from '~/features/lists/components/add-to-list'
import { CARD_SIZES } from '~/lib/picture-sizes'
import type { ProductCard as Card } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'
import { percentOff, Price, Rating } from '~shared/ui/product-facts'

interface ProductCardProps {
  product: Card
  eager?: boolean
  headingLevel?: 2 | 3
  onOpen?: (() => void) | undefined
  /** Replaces the button that adds the product to the cart. */
  action?: ReactNode
  /** Replaces the reaction to unliking, on pages that remove an unliked card. */
  onUnlike?: () => void
}

const onPicture = 'absolute right-1.5 z-2 bg-surface/85 text-muted backdrop-blur-xs hover:text-accent-text'

/** One link covers the whole card; the buttons lie above it. */
export function ProductCard({ product, eager = false, headingLevel = 3, onOpen, action, onUnlike }: ProductCardProps) {
  const t = useT()
  const Heading = `h${headingLevel}` as const
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-xl border border-line bg-surface transition-[box-shadow,translate] duration-200 hover:shadow-lifted has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent-text">
      <div className="relative aspect-square overflow-hidden bg-pearl">
        <Picture
          src={product.imageUrl}
          alt=""
          sizes={CARD_SIZES}
          eager={eager}
          className={clsx(
            'size-full object-cover transition-transform duration-300 ease-out group-hover:scale-[1.03]',
            !product.inStock && 'opacity-60 grayscale-60',
          )}
        />
        <Badge product={product} />
        <FavouriteButton product={product} onUnlike={onUnlike} className={clsx('top-1.5', onPicture)} />
        <AddToList product={product} className={clsx('top-14', onPicture)} />
      </div>
      <div className="flex grow flex-col gap-1 p-3 sm:p-4">
        <div className="flex min-h-5 items-center justify-between gap-2">
          <span className="truncate text-[0.8125rem] text-muted">{product.category.name}</span>
          <Rating value={product.rating} />
        </div>
        <Heading className="line-clamp-2 min-h-[2.7em] text-[0.9375rem] leading-[1.35] font-medium tracking-normal">
          <Link
            to={paths.product(product.slug)}
            onClick={onOpen}
            className="outline-none after:absolute after:inset-0 after:z-1 after:content-['']"
          >
            {product.name}
          </Link>
        </Heading>
        <div className="mt-auto flex min-h-11 items-end justify-between gap-2 pt-1">
          <div className="grid gap-0.5 pb-1">
            {product.left !== undefined && product.inStock && (
              <span className="text-xs font-semibold text-warn">{t('catalog.left', { count: product.left })}</span>
            )}
            <Price price={product.price} discounted={product.discountedPrice} />
            {product.monthlyFrom !== undefined && product.inStock && (
              <span className="text-xs text-muted">{t('catalog.monthly', { price: money(product.monthlyFrom) })}</span>
            )}
          </div>
          {!action && <AddButton product={product} />}
        </div>
        {product.inStock && <PromisedWindow preparationDays={product.preparationDays} />}
        {action && <div className="relative z-2 mt-1">{action}</div>}
      </div>
    </article>
  )
}

/** Shows the earliest delivery. Its space is reserved until it is known. */
function PromisedWindow({ preparationDays }: { preparationDays: number }) {
  const window = usePromisedWindow(preparationDays)
  return <p className="min-h-5 text-xs text-muted">{window}</p>
}

function Badge({ product }: { product: Card }) {
  const t = useT()
  const percent = percentOff(product.price, product.discountedPrice)
  const style = 'absolute top-3 left-3 z-2 rounded-full px-2.5 py-1 text-xs leading-none font-bold'
  if (!product.inStock) return <span className={clsx(style, 'bg-ink text-canvas')}>{t('catalog.soldOut')}</span>
  if (percent > 0) return <span className={clsx(style, 'bg-accent text-on-accent')}>−{percent}%</span>
  return null
}

const addClass =
  'relative z-2 grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text transition-colors hover:bg-accent hover:text-on-accent'

/** A product with sizes links to its page instead. */
function AddButton({ product }: { product: Card }) {
  const t = useT()
  const addToCart = useAddToCart()
  if (!product.inStock) return null
  if (product.hasSizes)
    return (
      <Link to={paths.product(product.slug)} aria-label={t('catalog.chooseSizeOf', { name: product.name })} className={addClass}>
        <ShoppingBag aria-hidden className="size-5" />
      </Link>
    )
  return (
    <button type="button" aria-label={t('catalog.addOf', { name: product.name })} onClick={() => addToCart(product)} className={addClass}>
      <ShoppingBag aria-hidden className="size-5" />
    </button>
  )
}
