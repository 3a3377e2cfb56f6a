// The form that asks for a refund of an order or of some of its lines.
import { useState } from 'react'
import * as v from 'valibot'
import { useIdempotencyKey } from '~shared/lib/idempotency-key'
import { isDefinite } from '~shared/api/failure'
import type { Order, Refund, RefundGround, RefundLine } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { ReasonButtons, SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { RadioPill } from '~shared/ui/choices'
import { GroundChoice } from './refund-ground'
import { RefundLines } from './refund-lines'
import { RefundPhotos } from './refund-photos'
import { allReturnable, amountOf, bonusesOf, type ChosenCounts, linesOf } from './refund-rules'

const MAX_REASON_LENGTH = 500
const REASONS: Record<RefundGround, ('broken' | 'wrong' | 'late' | 'dislike')[]> = {
  faulty: ['broken', 'wrong', 'late'],
  changed_mind: ['dislike'],
}

const schema = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('reason_required')), v.maxLength(MAX_REASON_LENGTH, errorCode('too_long'))),
})

export interface RefundInput {
  ground: RefundGround
  reason: string
  /** The whole order if missing. */
  lines?: RefundLine[]
  pictures?: string[]
}

interface Props {
  order: Order
  moneyText: string
  withPhotos: boolean
  send: (refund: RefundInput, idempotencyKey: string) => Promise<{ data: Refund }>
  onSent: (refund: Refund) => unknown
  onClose: () => void
}

export function RefundForm(props: Props) {
  const t = useT()
  const [ground, setGround] = useState<RefundGround>()
  return (
    <div className="grid gap-5">
      <GroundChoice order={props.order} ground={ground} onChoose={setGround} />
      {ground ? <RefundRequest key={ground} ground={ground} {...props} /> : <p className="text-muted">{t('orders.refund.groundFirst')}</p>}
    </div>
  )
}

function RefundRequest({ order, ground, moneyText, withPhotos, send, onSent, onClose }: Props & { ground: RefundGround }) {
  const t = useT()
  const idempotencyKey = useIdempotencyKey()
  const [isWhole, setWhole] = useState(true)
  const [chosen, setChosen] = useState<ChosenCounts>({})
  const [pictures, setPictures] = useState<string[]>([])
  const returnable = allReturnable(order, ground)
  const requested = isWhole ? returnable : chosen
  const lines = linesOf(chosen)

  const form = useSendForm({
    schema,
    values: { reason: '' },
    labels: { reason: t('orders.refund.reason') },
    send: async ({ reason }) => {
      const refund = { ground, reason, ...(!isWhole && { lines }), ...(pictures.length > 0 && { pictures }) }
      try {
        return await send(refund, idempotencyKey.keyFor(refund))
      } catch (error) {
        // The server has certainly refused the request, so the next attempt gets a new key.
        if (isDefinite(error)) idempotencyKey.discard()
        throw error
      }
    },
    onSent: ({ data }) => {
      idempotencyKey.discard()
      return onSent(data)
    },
  })

  if (linesOf(returnable).length === 0) return <p className="text-muted">{t('orders.refund.nothing')}</p>
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-semibold">{t('orders.refund.what')}</legend>
        <div className="flex flex-wrap gap-2">
          <RadioPill name="extent" checked={isWhole} onChange={() => setWhole(true)} label={t('orders.refund.whole')} />
          <RadioPill name="extent" checked={!isWhole} onChange={() => setWhole(false)} label={t('orders.refund.part')} />
        </div>
        {!isWhole && <RefundLines order={order} ground={ground} chosen={chosen} onChoose={setChosen} />}
      </fieldset>
      <RefundAmount label={moneyText} amount={amountOf(order, requested)} bonuses={bonusesOf(order, requested)} />
      {!isWhole && lines.length === 0 ? (
        <p className="text-muted">{t('orders.refund.chooseFirst')}</p>
      ) : (
        <SendForm
          form={form}
          submit={t('orders.refund.submit')}
          beside={
            <Button look="quiet" size="lg" onClick={onClose}>
              {t('common.close')}
            </Button>
          }
        >
          <ReasonButtons
            label={t('orders.refund.reasons')}
            reasons={REASONS[ground].map((reason) => t(`orders.refund.why.${reason}`))}
            onChoose={(reason) => form.form.setValue('reason', reason, { shouldValidate: true })}
          />
          <FormArea name="reason" rows={2} hint={t('orders.refund.hint')} />
          {withPhotos && ground === 'faulty' && <RefundPhotos pictures={pictures} onChange={setPictures} />}
        </SendForm>
      )}
    </>
  )
}

function RefundAmount({ label, amount, bonuses }: { label: string; amount: number; bonuses: number }) {
  const t = useT()
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-lg bg-good-soft px-4 py-3">
      <span>{label}</span>
      <output aria-live="polite" className="text-xl font-bold tracking-tight text-good tabular-nums">
        {money(amount)}
      </output>
      {bonuses > 0 && <span className="font-medium text-good">{t('orders.refund.bonuses', { amount: money(bonuses) })}</span>}
    </p>
  )
}
