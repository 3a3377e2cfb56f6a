import { useState } from 'react'
import type { Order, OrderStatus } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Button, type Look } from '~shared/ui/button'
import { needsReason, nextOf } from './moves'
import { useMove } from './mutations'
import { MoveForm } from './move-form'

interface Props {
  order: Order
  /** One store's part, when not all of the order is moved. */
  part?: Order['stores'][number]
  /** Whose these buttons are, for those who hear them one by one. */
  name: string
}

/** One thing on the page is the usual one: the next step of all of the order. */
const lookOf = (move: OrderStatus, isUsual: boolean): Look => (needsReason(move) ? 'quiet' : isUsual ? 'primary' : 'secondary')

/** What may be said next. The first is the usual one. */
export function MoveButtons({ order, part, name }: Props) {
  const t = useT()
  const { code } = order
  const { storeId, status } = part ?? { ...order, storeId: undefined }
  const { mutate, isPending } = useMove(code)
  const [asking, setAsking] = useState<OrderStatus | null>(null)
  const moves = nextOf(order, status)
  if (moves.length === 0) return null
  if (asking && moves.includes(asking)) return <MoveForm code={code} status={asking} storeId={storeId} onClose={() => setAsking(null)} />
  return (
    <ul aria-label={t('desk.moves', { name })} className="flex flex-wrap gap-2">
      {moves.map((move, place) => (
        <li key={move}>
          <Button
            look={lookOf(move, place === 0 && storeId === undefined)}
            busy={isPending && place === 0}
            disabled={isPending}
            onClick={() => (needsReason(move) ? setAsking(move) : mutate({ status: move, storeId }))}
          >
            {t(`desk.move.${move}`)}
            <span className="sr-only">: {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
