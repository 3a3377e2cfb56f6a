// The form that adds a movement to the stock of a product: received, counted, damaged or returned units.
import * as v from 'valibot'
import { toApiTime } from '~admin/lib/baku-time'
import { textIn } from '~admin/lib/local-text'
import { isDefinite } from '~shared/api/failure'
import type { MoveStockForm, ProductDetails } from '~shared/api/types'
import { FormRadios, FormSelect, FormText } from '~shared/features/forms/fields'
import { errorCode, optionalText } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { useIdempotencyKey } from '~shared/lib/idempotency-key'
import { toast } from '~shared/ui/toast-store'
import { addMovement, useRefreshProducts } from './api'
import { MAX_UNITS } from './rules'

// The server's validation rules, with its error codes as messages. Times are Baku time.

const KINDS = ['received', 'counted', 'damaged', 'returned'] as const satisfies MoveStockForm['kind'][]
const MAX_NOTE_LENGTH = 500

const isCount = (typed: string) => /^\d{1,7}$/.test(typed) && Number(typed) <= MAX_UNITS

/** A count (`counted`) may find no units; any other movement has at least one unit. */
const schemaFor = (hasSizes: boolean) =>
  v.pipe(
    v.object({
      sizeId: v.pipe(
        v.string(),
        v.check((chosen) => !hasSizes || chosen !== '', errorCode('required')),
      ),
      kind: v.picklist(KINDS),
      count: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, errorCode('required')),
        v.check((typed) => typed === '' || isCount(typed), errorCode('out_of_range')),
      ),
      countedAt: v.string(),
      note: optionalText(MAX_NOTE_LENGTH),
    }),
    v.forward(
      v.partialCheck([['kind'], ['count']], ({ kind, count }) => kind === 'counted' || Number(count) !== 0, errorCode('out_of_range')),
      ['count'],
    ),
  )

type Values = v.InferInput<ReturnType<typeof schemaFor>>

const EMPTY: Values = { sizeId: '', kind: 'received', count: '', countedAt: '', note: '' }

/** Only a count has the time at which it was made. */
const movementOf = ({ sizeId, kind, count, countedAt, note }: Values): Omit<MoveStockForm, 'key'> => ({
  kind,
  count: Number(count),
  ...(sizeId && { sizeId: Number(sizeId) }),
  ...(kind === 'counted' && countedAt && { countedAt: toApiTime(countedAt) }),
  ...(note && { note }),
})

/** A repeated request has the same idempotency key, so that the server adds the movement once. */
export function MovementForm({ product: { id, form: saved } }: { product: ProductDetails }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshProducts()
  const idempotencyKey = useIdempotencyKey()
  const sizes = saved.sizes.map(({ id, name }) => ({ value: String(id), label: textIn(locale, name) }))
  const sendForm = useSendForm({
    schema: schemaFor(sizes.length > 0),
    values: EMPTY,
    labels: {
      sizeId: t('adminProducts.stock.size'),
      kind: t('adminProducts.stock.kindLabel'),
      count: t('adminProducts.stock.count'),
      countedAt: t('adminProducts.stock.countedAt'),
      note: t('adminProducts.stock.note'),
    },
    fieldOf: { stock_reserved: 'count', count_outdated: 'countedAt' },
    send: async (typed) => {
      const movement = movementOf(typed)
      try {
        const response = await addMovement(locale, id, { ...movement, key: idempotencyKey.keyFor(movement) })
        idempotencyKey.discard()
        return response
      } catch (error) {
        if (isDefinite(error)) idempotencyKey.discard()
        throw error
      }
    },
    onSent: ({ data }, reset) => {
      toast.good(t('adminProducts.stock.added', { stock: data.stockAfter }))
      reset()
      return refresh()
    },
  })
  const { kind } = sendForm.form.watch() as Values
  return (
    <SendForm form={sendForm} submit={t('adminProducts.stock.add')}>
      <FormRadios name="kind" choices={KINDS.map((value) => ({ value, label: t(`adminProducts.stock.kind.${value}`) }))} />
      {sizes.length > 0 && <FormSelect name="sizeId" placeholder={t('forms.choose')} choices={sizes} />}
      <FormText
        name="count"
        inputMode="numeric"
        autoComplete="off"
        hint={t(kind === 'counted' ? 'adminProducts.stock.countedHint' : 'adminProducts.stock.countHint')}
      />
      {kind === 'counted' && <FormText name="countedAt" optional type="datetime-local" hint={t('adminProducts.stock.countedAtHint')} />}
      <FormText name="note" optional autoComplete="off" />
    </SendForm>
  )
}
