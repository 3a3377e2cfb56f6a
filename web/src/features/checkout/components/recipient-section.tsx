import { useAuth } from '~shared/features/auth/store'
import { precheckout, type Recipient } from '~shared/features/checkout/store'
import { useT } from '~shared/i18n/context'
import { phoneText } from '~shared/lib/text'
import { ChoiceCard } from '~shared/ui/choices'
import { TextField } from '~shared/ui/fields'
import { MAX_NAME_LENGTH, EMPTY_RECIPIENT } from '../rules'
import { useCheckout } from '../use-checkout'
import { CheckoutSection } from './checkout-frame'

const TYPES = ['self', 'other'] as const

/** Most gifts go to somebody else, but the preselected shopper needs no input. */
export function RecipientSection() {
  const t = useT()
  const user = useAuth((state) => state.user)
  const { choices } = useCheckout()
  const type = choices.recipientType ?? 'self'
  const titles = { self: t('checkout.recipient.isSelf'), other: t('checkout.recipient.isOther') }
  const texts = {
    self: user && [`${user.firstName} ${user.lastName}`, phoneText(user.phoneNumber)].filter(Boolean).join(', '),
    other: t('checkout.recipient.otherText'),
  }
  return (
    <CheckoutSection name="recipient" title={t('checkout.recipient.title')}>
      <fieldset className="grid gap-2.5 sm:grid-cols-2">
        <legend className="sr-only">{t('checkout.recipient.title')}</legend>
        {TYPES.map((option) => (
          <ChoiceCard
            key={option}
            name="recipientType"
            value={option}
            checked={option === type}
            onChange={(event) => precheckout.set({ recipientType: event.target.value as (typeof TYPES)[number] })}
            title={titles[option]}
            text={texts[option]}
          />
        ))}
      </fieldset>
      {type === 'other' && (
        <div className="grid appear gap-5 sm:grid-cols-2">
          <RecipientField name="firstName" label={t('checkout.recipient.firstName')} />
          <RecipientField name="lastName" label={t('checkout.recipient.lastName')} />
          <RecipientField name="phoneNumber" label={t('checkout.recipient.phoneNumber')} hint={t('checkout.recipient.phoneHint')} isPhone />
        </div>
      )}
    </CheckoutSection>
  )
}

interface RecipientFieldProps {
  name: keyof Recipient
  label: string
  hint?: string
  isPhone?: boolean
}

function RecipientField({ name, label, hint, isPhone = false }: RecipientFieldProps) {
  const { choices, errorFor } = useCheckout()
  const recipient = choices.recipient ?? EMPTY_RECIPIENT
  return (
    <TextField
      name={`recipient.${name}`}
      label={label}
      hint={hint}
      error={errorFor(`recipient.${name}`)}
      value={recipient[name]}
      onChange={(event) => precheckout.set({ recipient: { ...recipient, [name]: event.target.value } })}
      required
      // The browser would fill in the shopper's own name.
      autoComplete="off"
      {...(isPhone ? { type: 'tel', inputMode: 'tel', className: 'sm:col-span-2' } : { maxLength: MAX_NAME_LENGTH })}
    />
  )
}
