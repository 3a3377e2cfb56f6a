import type { CartItem } from '~shared/api/types'
import { lineText } from '~shared/features/basket/line-text'
import { keyOf } from '~/features/basket/rules'
import { useCartChange } from '~/features/basket/use-cart-change'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Picture } from '~shared/ui/picture'

/** What is ordered, in short. What cannot be had can be put right here. */
export function OrderLines({ lines }: { lines: CartItem[] }) {
  const t = useT()
  return (
    <ul className="grid gap-3.5">
      {lines.map((line) => (
        <li key={keyOf(line.productId, line.sizeId)} className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] gap-x-3.5 gap-y-1.5">
          <div className="relative aspect-square rounded-md bg-pearl">
            {line.product && <Picture src={line.product.imageUrl} alt="" sizes="56px" className="size-full rounded-md object-cover" />}
          </div>
          <div className="text-[0.9375rem]">
            <p className="wrap-anywhere">
              {line.product?.name ?? t('cart.gone')}
              {line.size && `, ${line.size.name}`}
            </p>
            <p className="text-sm text-muted tabular-nums">{t('checkout.count', { count: line.count })}</p>
            {line.previousPrice !== undefined && (
              <p className="text-sm font-medium text-warn">{t('cart.priceWas', { price: money(line.previousPrice) })}</p>
            )}
          </div>
          <p className="text-[0.9375rem] font-medium tabular-nums">{money(line.lineTotal)}</p>
          {line.problem && <Remedy line={line} />}
        </li>
      ))}
    </ul>
  )
}

function Remedy({ line }: { line: CartItem }) {
  const t = useT()
  const { mutate, isPending } = useCartChange()
  const { productId, sizeId, available, problem, product } = line
  const isSome = problem === 'not_enough_stock' && available > 0
  const mend = () =>
    isSome ? mutate({ kind: 'update', productId, sizeId, count: available }) : mutate({ kind: 'remove', productId, sizeId })
  return (
    <div className="col-span-full flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-bad-soft py-0.5 pr-0.5 pl-3 text-sm font-medium text-bad">
      <p className="py-1.5">{lineText(t, line)}</p>
      <button
        type="button"
        disabled={isPending}
        onClick={mend}
        className="min-h-11 rounded-md px-3 font-semibold underline underline-offset-2 disabled:opacity-55"
      >
        {isSome ? t('checkout.take', { count: available }) : t('checkout.leaveOut')}
        <span className="sr-only">: {product?.name ?? t('cart.gone')}</span>
      </button>
    </div>
  )
}
