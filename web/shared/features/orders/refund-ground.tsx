// The part of the refund form that asks why the shopper returns the products.
import type { Order, RefundGround } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { RadioPill } from '~shared/ui/choices'
import { isReturnable, lastReturnDay } from './refund-rules'

interface Props {
  order: Order
  ground: RefundGround | undefined
  onChoose: (ground: RefundGround) => void
}

const GROUNDS = ['faulty', 'changed_mind'] as const satisfies RefundGround[]

/** The ground decides the deadline and which lines can be returned. */
export function GroundChoice({ order, ground, onChoose }: Props) {
  const { t, locale } = useI18n()
  const now = useNow()
  // Before the clock is known, no deadline counts as over.
  const { day, isOver } = lastReturnDay(order, now ?? 0)
  const excepted = order.lines.filter((line) => !isReturnable(line, 'changed_mind')).map(({ name }) => name)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">{t('orders.refund.ground')}</legend>
      <div className="flex flex-wrap gap-2">
        {GROUNDS.map((option) => (
          <RadioPill
            key={option}
            name="ground"
            checked={ground === option}
            disabled={option === 'changed_mind' && isOver}
            onChange={() => onChoose(option)}
            label={t(`orders.refund.grounds.${option}`)}
          />
        ))}
      </div>
      {isOver && day && <p className="text-sm text-muted">{t('orders.refund.over', { date: date(locale, day) })}</p>}
      {ground === 'changed_mind' && (
        <p className="text-sm text-muted text-pretty">
          {day && t('orders.refund.until', { date: date(locale, day) })}{' '}
          {excepted.length > 0 && t('orders.refund.excepted', { names: excepted.join('; ') })}
        </p>
      )}
    </fieldset>
  )
}
