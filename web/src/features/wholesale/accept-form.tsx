// Accepts a wholesale quote: an operator's prices for larger amounts.

import * as v from 'valibot'
import type { WholesaleQuote, WholesaleRequest } from '~shared/api/types'
import { isDefinite } from '~shared/api/failure'
import { FormArea, FormRadios, FormText } from '~shared/features/forms/fields'
import { errorCode, optionalText, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { useIdempotencyKey } from '~shared/lib/idempotency-key'
import { leave } from '~/lib/leave'
import { acceptQuote, type PaymentMethod } from '~shared/features/wholesale/mutations'
import { MAX_LENGTH } from '~shared/features/wholesale/rules'

const POSTCODE = /^\d{4}$/

const Schema = v.object({
  city: text(MAX_LENGTH.name),
  street: text(MAX_LENGTH.street),
  building: text(MAX_LENGTH.building),
  postcode: v.pipe(
    text(4),
    v.check((typed) => typed === '' || POSTCODE.test(typed), errorCode('invalid_postcode')),
  ),
  note: optionalText(MAX_LENGTH.note),
  method: v.picklist(['card', 'transfer'] as const satisfies PaymentMethod[]),
})

const NAMES = ['city', 'street', 'building', 'postcode', 'note', 'method'] as const

/** The server nests the fields of the address. */
const toFormField = (serverField: string) => (serverField === 'paymentMethod' ? 'method' : serverField.replace(/^address\./, ''))

interface AcceptFormProps {
  request: WholesaleRequest
  quote: WholesaleQuote
  token: string
  onAccepted: () => Promise<unknown>
}

/** Accepts the quote for an address and a way of paying. The server then reserves the goods. */
export function AcceptForm({ request, quote, token, onAccepted }: AcceptFormProps) {
  const { t, locale } = useI18n()
  const idempotencyKey = useIdempotencyKey()
  // A transfer needs the tax number (VÖEN) of a company.
  const canPayByTransfer = request.canTransfer && request.voen !== undefined
  const form = useSendForm({
    schema: Schema,
    values: { city: '', street: '', building: '', postcode: '', note: '', method: canPayByTransfer ? 'transfer' : 'card' },
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`wholesale.accept.${name}`)])) as Record<(typeof NAMES)[number], string>,
    toFormField,
    send: async ({ method, note, ...address }) => {
      const deliveryAddress = { ...address, ...(note && { note }) }
      const acceptance = { token, version: quote.version, paymentMethod: method, address: deliveryAddress }
      try {
        return await acceptQuote(locale, request.code, acceptance, idempotencyKey.keyFor(acceptance))
      } catch (error) {
        // After a definite refusal, the next attempt is a new one.
        if (isDefinite(error)) idempotencyKey.discard()
        throw error
      }
    },
    onSent: async ({ data }) => {
      idempotencyKey.discard()
      if (data.payment?.redirectUrl) return leave(data.payment.redirectUrl)
      await onAccepted()
    },
  })
  const methods: PaymentMethod[] = canPayByTransfer ? ['transfer', 'card'] : ['card']
  return (
    <SendForm form={form} submit={t('wholesale.accept.submit', { total: money(quote.total) })} submitClass="max-sm:w-full">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="city" autoComplete="address-level2" maxLength={MAX_LENGTH.name} />
        <FormText name="postcode" inputMode="numeric" autoComplete="postal-code" maxLength={4} />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="street" autoComplete="address-line1" maxLength={MAX_LENGTH.street} />
        <FormText name="building" autoComplete="off" maxLength={MAX_LENGTH.building} />
      </div>
      <FormArea name="note" optional rows={2} maxLength={MAX_LENGTH.note} />
      <FormRadios name="method" choices={methods.map((value) => ({ value, label: t(`wholesale.accept.by.${value}`) }))} />
      {!canPayByTransfer && request.canTransfer && <p className="text-sm text-muted">{t('wholesale.accept.company')}</p>}
    </SendForm>
  )
}
