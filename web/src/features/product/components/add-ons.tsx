// Products that can be added to the cart along with this one.

import type { ProductCard } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Picture } from '~shared/ui/picture'

interface AddOnsProps {
  products: ProductCard[]
  chosen: readonly ProductCard[]
  onChoose: (chosen: ProductCard[]) => void
  /** The price of the product itself, in qəpik. */
  price: number
}

const priceOf = ({ price, discountedPrice }: ProductCard) => discountedPrice ?? price

export default function AddOns({ products, chosen, onChoose, price }: AddOnsProps) {
  const t = useT()
  const toggled = (card: ProductCard) => (chosen.includes(card) ? chosen.filter((chosenCard) => chosenCard !== card) : [...chosen, card])
  const total = chosen.reduce((sum, card) => sum + priceOf(card), price)
  return (
    <fieldset className="grid">
      <legend className="mb-2.5 font-semibold">{t('deferred.product.addOns')}</legend>
      {products.map((card) => (
        <label key={card.id} className="flex min-h-14 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={chosen.includes(card)}
            onChange={() => onChoose(toggled(card))}
            className="size-5 shrink-0 accent-accent"
          />
          <Picture src={card.imageUrl} alt="" sizes="3rem" className="size-12 shrink-0 rounded-md bg-pearl object-cover" />
          <span className="min-w-0 grow text-[0.9375rem] wrap-anywhere">{card.name}</span>
          <span className="shrink-0 font-semibold tabular-nums">{money(priceOf(card))}</span>
        </label>
      ))}
      {chosen.length > 0 && (
        <p className="text-[0.9375rem]" aria-live="polite">
          {t('deferred.product.together', { price: money(total) })}
        </p>
      )}
    </fieldset>
  )
}
