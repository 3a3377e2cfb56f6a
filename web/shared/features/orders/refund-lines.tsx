import { Minus, Plus } from 'lucide-react'
import type { Order, OrderLine, RefundGround } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { IconButton } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { type ChosenCounts, isReturnable, returnableCount } from './refund-rules'

interface RefundLinesProps {
  order: Order
  ground: RefundGround
  chosen: ChosenCounts
  onChoose: (chosen: ChosenCounts) => void
}

export function RefundLines({ order, ground, chosen, onChoose }: RefundLinesProps) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {order.lines
        .filter((line) => isReturnable(line, ground) && returnableCount(order, line) > 0)
        .map((line) => (
          <RefundLineField
            key={line.id}
            line={line}
            max={returnableCount(order, line)}
            count={chosen[line.id] ?? 0}
            onCount={(count) => onChoose({ ...chosen, [line.id]: count })}
          />
        ))}
    </ul>
  )
}

interface RefundLineProps {
  line: OrderLine
  max: number
  count: number
  onCount: (count: number) => void
}

function RefundLineField({ line: { name, size, imageUrl }, max, count, onCount }: RefundLineProps) {
  const t = useT()
  return (
    <li className="flex items-center gap-3 p-3">
      <Picture src={imageUrl} alt="" sizes="48px" className="size-12 shrink-0 rounded-md bg-pearl object-cover" />
      <p className="min-w-0 grow text-[0.9375rem] leading-snug">
        {name}
        {size && <span className="text-muted">, {size}</span>}
        <span className="block text-sm text-muted">{t('orders.refund.most', { count: max })}</span>
      </p>
      <div role="group" aria-label={t('orders.refund.countOf', { name })} className="flex shrink-0 items-center">
        <IconButton
          label={t('orders.refund.less', { name })}
          disabled={count === 0}
          className="disabled:opacity-40"
          onClick={() => onCount(count - 1)}
        >
          <Minus aria-hidden className="size-4.5" />
        </IconButton>
        <output className="min-w-6 text-center font-semibold tabular-nums">{count}</output>
        <IconButton
          label={t('orders.refund.more', { name })}
          disabled={count >= max}
          className="disabled:opacity-40"
          onClick={() => onCount(count + 1)}
        >
          <Plus aria-hidden className="size-4.5" />
        </IconButton>
      </div>
    </li>
  )
}
