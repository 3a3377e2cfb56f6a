import { ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useCartChange } from '~/features/basket/use-cart-change'
import { ProductCard } from '~/features/catalog/components/product-card'
import { focusHeading } from '~/lib/focus-heading'
import type { ProductCard as Card } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { useFavourite } from '../favourites'

function useMovedToast() {
  const t = useT()
  const navigate = useNavigate()
  return () => toast.good(t('favourites.moved'), { action: { label: t('common.cart.view'), run: () => void navigate(paths.cart()) } })
}

interface FavouriteItemProps {
  product: Card
  eager: boolean
}

/** A favourite with its next step: add to the cart, choose a size, or see similar products. */
export function FavouriteItem({ product, eager }: FavouriteItemProps) {
  const { unlike, remove } = useFavourite(product)
  return (
    <li>
      <ProductCard
        product={product}
        eager={eager}
        headingLevel={2}
        onUnlike={() => {
          remove()
          focusHeading()
        }}
        action={<NextStep product={product} onMoved={unlike} />}
      />
    </li>
  )
}

function NextStep({ product, onMoved }: { product: Card; onMoved: () => void }) {
  const t = useT()
  const { mutate, isPending } = useCartChange()
  const showMovedToast = useMovedToast()
  const { id, name, slug, category, inStock, hasSizes } = product

  if (!inStock)
    return (
      <StepLink to={paths.category(category.slug)} label={t('favourites.similarOf', { name })}>
        {t('favourites.similar')}
      </StepLink>
    )
  if (hasSizes)
    return (
      <StepLink to={paths.product(slug)} label={t('favourites.chooseSizeOf', { name })}>
        {t('favourites.chooseSize')}
      </StepLink>
    )
  const move = () =>
    mutate(
      { kind: 'add', productId: id, count: 1 },
      {
        onSuccess: () => {
          onMoved()
          showMovedToast()
          focusHeading()
        },
      },
    )
  return (
    <Button
      look="quiet"
      className="w-full bg-accent-soft px-2! text-sm! hover:bg-rose sm:text-[0.9375rem]!"
      busy={isPending}
      disabled={isPending}
      aria-label={t('favourites.moveOf', { name })}
      onClick={move}
    >
      {!isPending && <ShoppingBag aria-hidden className="size-4.5" />}
      {t('favourites.move')}
    </Button>
  )
}

const StepLink = ({ to, label, children }: { to: string; label: string; children: ReactNode }) => (
  <ButtonLink to={to} look="secondary" aria-label={label} className="w-full px-2! text-sm! sm:text-[0.9375rem]!">
    {children}
  </ButtonLink>
)
