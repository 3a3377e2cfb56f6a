// The form of an order on the phone: an operator types what the customer says, and sees the bill beside it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRefreshOrders } from '~admin/features/orders/api'
import { adminPaths } from '~admin/paths'
import { useStaff } from '~admin/session/store'
import { type DraftFormState, FieldGroup, ignoreEnter, useDraftForm } from '~admin/ui/forms'
import { ApiFailure, failureText, isDefinite } from '~shared/api/failure'
import type { Place } from '~shared/api/types'
import { MAX_PROMO_LENGTH } from '~shared/features/checkout/promo'
import { FormArea, FormRadios, FormSelect, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import type { SendFormState } from '~shared/features/forms/use-send-form'
import { type Translate, useI18n } from '~shared/i18n/context'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { ButtonLink } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { type PlacedResponse, SLOTS_KEY } from './api'
import { type Attempt, discardAttempt, isSameOrder, isSamePurchase, newAttempt, pendingAttempt, sendAttempt, Unanswered } from './attempts'
import { Bill } from './bill'
import { Delivery } from './delivery'
import { Goods } from './goods'
import type { PaymentLink } from './payment-panel'
import {
  draftOf,
  EMPTY,
  formFieldOf,
  formOf,
  isPlaceChosen,
  MAX_LENGTH,
  PAYMENT_METHODS,
  RECIPIENT_TYPES,
  schemaFor,
  type Values,
} from './rules'
import { changeText, joined, problemText } from './texts'
import { UnansweredOrder } from './unanswered-order'
import { type PhoneCheck, usePhoneCheck } from './use-check'

const labelsIn = (t: Translate): Record<keyof Values, string> => ({
  customerPhone: t('admin.phone.label.customerPhone'),
  firstName: t('admin.phone.label.firstName'),
  lastName: t('admin.phone.label.lastName'),
  language: t('admin.phone.label.language'),
  lines: t('admin.phone.label.lines'),
  cityId: t('account.addresses.label.cityId'),
  districtId: t('account.addresses.label.districtId'),
  street: t('account.addresses.label.street'),
  building: t('account.addresses.label.building'),
  entrance: t('account.addresses.label.entrance'),
  floor: t('account.addresses.label.floor'),
  apartment: t('account.addresses.label.apartment'),
  landmark: t('account.addresses.label.landmark'),
  deliverySlot: t('admin.phone.label.deliverySlot'),
  note: t('admin.phone.label.note'),
  recipientType: t('admin.phone.label.recipientType'),
  recipientFirstName: t('admin.phone.label.recipientFirstName'),
  recipientLastName: t('admin.phone.label.recipientLastName'),
  recipientPhone: t('admin.phone.label.recipientPhone'),
  cardText: t('admin.phone.label.cardText'),
  paymentMethod: t('admin.phone.label.paymentMethod'),
  promoCode: t('admin.phone.label.promoCode'),
})

const lineLabels = (t: Translate, { lines }: Values): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap(({ name }, index): [string, string][] => [
      [`lines.${index}.sizeId`, t('admin.phone.sizeOf', { name })],
      [`lines.${index}.count`, t('admin.phone.countOf', { name })],
    ]),
  )

/** The bill does not allow the order yet. The message is for the operator. */
class NotReady extends Error {}

/** Returns the quote of the shown bill. */
function quoteOf(t: Translate, { checked, isCurrent, failure }: PhoneCheck, typed: Values): string {
  if (failure) throw failure
  if (!checked || !isCurrent) throw new NotReady(t('admin.phone.stillChecking'))
  const { problems, lines, quote } = checked.cart
  if (problems.length === 0) return quote
  const texts = problems.map((problem) => problemText(t, problem, lines, typed.lines))
  throw new NotReady(t('admin.phone.hasProblems', { problems: joined(texts) }))
}

interface PhoneFormState {
  sendForm: SendFormState
  typed: Values
  hasPlace: boolean
  check: PhoneCheck
  /** The order whose response was lost. */
  pending: Attempt | null
  sendAgain: (attempt: Attempt) => void
  discard: () => void
}

/** The focused button disappears. */
const focusTitle = () => document.querySelector('h1')?.focus()

function usePhoneForm(cities: Place[]): PhoneFormState {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const client = useQueryClient()
  const account = useStaff(({ session }) => session?.user.id)
  const { refresh } = useRefreshOrders()
  const [pending, setPending] = useState(() => pendingAttempt(account))

  const send = async (attempt: Attempt): Promise<PlacedResponse> => {
    try {
      return await sendAttempt(locale, account, attempt)
    } catch (error) {
      // After a refusal, the bill and the free times may be outdated.
      check.refetch()
      void client.invalidateQueries({ queryKey: SLOTS_KEY })
      throw error
    } finally {
      setPending(pendingAttempt(account))
    }
  }
  const showPlaced = ({ data: { order, payment } }: PlacedResponse) => {
    void refresh()
    if (payment.redirectUrl) {
      // The link is in the history entry, so that it survives a reload.
      const state: PaymentLink = { code: order.code, url: payment.redirectUrl, payUntil: order.payUntil }
      return navigate(adminPaths.newOrder(), { replace: true, state })
    }
    toast.good(t('admin.phone.placed', { code: order.code }))
    if (order.paymentMethod === 'card' && order.canPay) toast.bad(t('admin.phone.noLink', { button: t('admin.phone.newLink') }))
    return navigate(adminPaths.order(order.code))
  }

  const sendForm: DraftFormState<Values> = useDraftForm({
    draftName: 'phone order',
    schema: schemaFor(cities),
    values: EMPTY,
    labels: labelsIn(t),
    labelsOf: (values) => lineLabels(t, values),
    toFormField: (name) => formFieldOf(name, typed.recipientType),
    failureMessage: (failure) => messageOf(failure),
    send: async (values) => {
      // An order that the page shows is discarded by its button only.
      const unanswered = pending ?? pendingAttempt(account)
      if (!unanswered) return send(newAttempt(formOf(values, quoteOf(t, check, typed))))
      // If the order was changed, both might be placed.
      if (!isSameOrder(unanswered, formOf(values, ''))) throw new Unanswered()
      return send(unanswered)
    },
    isCreation: true,
    valuesAfterSave: () => EMPTY,
    onSaved: showPlaced,
  })
  const typed: Values = sendForm.form.watch() as Values
  const hasPlace = isPlaceChosen(cities, typed)
  const check: PhoneCheck = usePhoneCheck(draftOf(typed, hasPlace))

  const messageOf = (failure: unknown): string => {
    if (failure instanceof NotReady) return failure.message
    if (failure instanceof Unanswered) return [failure.problem?.detail, t('admin.phone.unanswered.text')].filter(Boolean).join(' ')
    const changes = failure instanceof ApiFailure && failure.code === 'cart_changed' ? (failure.problem?.changes ?? []) : []
    if (changes.length === 0) return failureText(t, failure)
    const lines = check.checked?.cart.lines ?? []
    return t('admin.phone.changed', { changes: joined(changes.map((change) => changeText(t, change, lines, typed.lines))) })
  }

  const resend = useMutation({
    mutationFn: send,
    onSuccess: (response, { form }) => {
      // The form may have another order by now.
      if (isSamePurchase(form, formOf(typed, ''))) sendForm.replaceBy(EMPTY)
      return showPlaced(response)
    },
    onError: (error) => {
      toast.bad(messageOf(error))
      if (isDefinite(error)) focusTitle()
    },
  })
  const discard = () => {
    discardAttempt(account)
    setPending(null)
    focusTitle()
  }
  // The failure is over when the order was discarded or refused.
  const failure = sendForm.failure instanceof Unanswered && !pending ? null : sendForm.failure
  return {
    sendForm: { ...sendForm, failure, isSending: sendForm.isSending || resend.isPending },
    typed,
    hasPlace,
    check,
    pending,
    sendAgain: resend.mutate,
    discard,
  }
}

export function PhoneForm({ cities }: { cities: Place[] }) {
  const { t } = useI18n()
  const { sendForm, typed, hasPlace, check, pending, sendAgain, discard } = usePhoneForm(cities)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only stops a key of the inputs within
    <div onKeyDown={ignoreEnter}>
      <SendForm
        form={sendForm}
        submit={t('admin.phone.place')}
        className="gap-8!"
        beside={
          <ButtonLink to={adminPaths.orders()} look="quiet" size="lg">
            {t('admin.phone.back')}
          </ButtonLink>
        }
      >
        {pending && (
          <UnansweredOrder
            attempt={pending}
            isExplained={sendForm.failure instanceof Unanswered}
            isSending={sendForm.isSending}
            onSend={() => sendAgain(pending)}
            onDiscard={discard}
          />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Customer typed={typed} hasAccount={check.hasAccount} />
            <Goods />
            <Delivery cities={cities} typed={typed} hasPlace={hasPlace} lines={check.checked?.cart.lines ?? []} />
            <Gift typed={typed} />
            <FieldGroup title={t('admin.phone.group.payment')}>
              <FormRadios
                name="paymentMethod"
                choices={PAYMENT_METHODS.map((value) => ({ value, label: t(`admin.phone.pay.${value}`) }))}
              />
              <FormText
                name="promoCode"
                optional
                maxLength={MAX_PROMO_LENGTH}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                hint={t('admin.phone.hint.promoCode')}
              />
            </FieldGroup>
          </div>
          <Bill check={check} typed={typed} />
        </div>
      </SendForm>
    </div>
  )
}

function accountHint(t: Translate, hasAccount: boolean | undefined): string {
  if (hasAccount === undefined) return t('admin.phone.hint.customerPhone')
  return t(hasAccount ? 'admin.phone.hint.hasAccount' : 'admin.phone.hint.noAccount')
}

/** The courier gets the names of the recipient only, so a customer who orders for somebody else is not asked for names. */
function Customer({ typed: { recipientType }, hasAccount }: { typed: Values; hasAccount: boolean | undefined }) {
  const { t } = useI18n()
  return (
    <FieldGroup title={t('admin.phone.group.customer')}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="customerPhone" type="tel" inputMode="tel" autoComplete="off" hint={accountHint(t, hasAccount)} />
        <FormSelect
          name="language"
          choices={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          hint={t('admin.phone.hint.language')}
        />
        {recipientType === 'self' && (
          <>
            <FormText name="firstName" maxLength={MAX_LENGTH.name} autoComplete="off" />
            <FormText name="lastName" maxLength={MAX_LENGTH.name} autoComplete="off" />
          </>
        )}
      </div>
    </FieldGroup>
  )
}

function Gift({ typed: { recipientType } }: { typed: Values }) {
  const { t } = useI18n()
  return (
    <FieldGroup title={t('admin.phone.group.gift')}>
      <FormRadios
        name="recipientType"
        choices={RECIPIENT_TYPES.map((value) => ({
          value,
          label: t(value === 'self' ? 'admin.phone.receives.isSelf' : 'admin.phone.receives.isOther'),
        }))}
      />
      {recipientType === 'other' && (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <FormText name="recipientFirstName" maxLength={MAX_LENGTH.name} autoComplete="off" />
          <FormText name="recipientLastName" maxLength={MAX_LENGTH.name} autoComplete="off" />
          <FormText
            name="recipientPhone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            hint={t('admin.phone.hint.recipientPhone')}
            className="sm:col-span-2"
          />
        </div>
      )}
      <FormArea name="cardText" optional rows={3} maxLength={MAX_LENGTH.cardText} hint={t('admin.phone.hint.cardText')} />
    </FieldGroup>
  )
}
