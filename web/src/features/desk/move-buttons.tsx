import { useState } from 'react'
import type { OrderStatus } from '~/api/types'
import { useT } from '~/i18n/context'
import { Button, type Look } from '~/ui/button'
import { movesOf, needsReason } from './moves'
import { useMove } from './mutations'
import { MoveForm } from './move-form'

interface Props {
  code: string
  status: OrderStatus
  /** Moves one store's part, and not all of the order. */
  storeId?: number
  /** Whose these buttons are, for those who hear them one by one. */
  name: string
}

/** One thing on the page is the usual one: the next step of all of the order. */
const lookOf = (move: OrderStatus, isUsual: boolean): Look => (isUsual ? 'primary' : needsReason(move) ? 'quiet' : 'secondary')

/** What may be said next. The first is the usual one. */
export function MoveButtons({ code, status, storeId, name }: Props) {
  const t = useT()
  const { mutate, isPending } = useMove(code)
  const [asking, setAsking] = useState<OrderStatus | null>(null)
  const moves = movesOf(status)
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
