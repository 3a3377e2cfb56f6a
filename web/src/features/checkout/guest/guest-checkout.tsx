// The checkout of a guest. The first section signs the guest in, then the other sections follow on the same page.

import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import { EmptyCart } from '~/features/basket/components/cart-layout'
import { CartSummary } from '~/features/basket/components/cart-summary'
import { type Line, lineKey, lineTotal, preparationOf, totals } from '~/features/basket/rules'
import { useGuestLines } from '~/features/basket/use-guest-lines'
import { completeSignIn, isProofExpired } from '~/features/sign-in/complete-sign-in'
import { CodeForm } from '~/features/sign-in/components/code-form'
import { PhoneForm } from '~/features/sign-in/components/phone-form'
import { StepLink, StepLinks } from '~/features/sign-in/components/step-frame'
import { UnusedChoices } from '~/features/sign-in/components/unused-step'
import { formatInternational, type TypedPhone } from '~/features/sign-in/phone'
import { registration, useRegistration } from '~/features/sign-in/registration-store'
import { post } from '~shared/api/http'
import { FormText } from '~shared/features/forms/fields'
import { text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { browserId } from '~shared/features/auth/browser-id'
import { useI18n, useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'
import { CheckoutFrame } from '../components/checkout-frame'
import { MAX_NAME_LENGTH } from '../rules'

export function GuestCheckout() {
  const t = useT()
  const lines = useGuestLines()
  if (lines.length === 0) return <EmptyCart />
  return (
    <CheckoutFrame
      summary={
        <CartSummary
          {...totals(lines)}
          preparationDays={preparationOf(lines.map(({ product }) => product))}
          promo={<GuestLines lines={lines} />}
        >
          <p className="text-sm text-muted text-pretty">{t('checkout.contact.next')}</p>
        </CartSummary>
      }
    >
      <ContactSection />
    </CheckoutFrame>
  )
}

const GuestLines = ({ lines }: { lines: Line[] }) => (
  <ul className="grid gap-3">
    {lines.map((line) => (
      <li key={lineKey(line)} className="flex items-center gap-3 text-[0.9375rem]">
        <Picture src={line.product.imageUrl} alt="" sizes="3rem" className="size-12 shrink-0 rounded-md bg-pearl object-cover" />
        <span className="min-w-0 grow wrap-anywhere">
          {line.product.name}
          {line.size && `, ${line.size.name}`} <span className="text-muted tabular-nums">× {line.count}</span>
        </span>
        <span className="font-semibold tabular-nums">{money(lineTotal(line))}</span>
      </li>
    ))}
  </ul>
)

const withoutLineBreaks = (phone: TypedPhone) => formatInternational(phone).replaceAll(' ', '\u00a0')

/** The store has the proof by then, which changes the step. */
const showNextStep = () => {}

/** `phone` asks for the number, `code` for the code sent to it, `name` for the name of a new customer, and `unused` whose account it is. */
function ContactSection() {
  const t = useT()
  const { phoneNumber, typed, verificationToken, unusedAccount } = useRegistration()
  const [isChanging, setChanging] = useState(false)
  const [isUnproven, setUnproven] = useState(false)
  // With `verificationToken`, the number is proven.
  const isCodeSent = phoneNumber && typed && !isChanging
  const stepWithoutProof = isCodeSent ? 'code' : 'phone'
  const stepWithProof = unusedAccount ? 'unused' : 'name'
  const step = verificationToken ? stepWithProof : stepWithoutProof
  const heading = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef(step)
  // The code and name forms focus their own fields.
  useEffect(() => {
    if (lastStep.current !== step && step === 'phone') heading.current?.focus()
    lastStep.current = step
  }, [step])

  const changeNumber = () => setChanging(true)
  const texts = {
    phone: t('checkout.contact.phone'),
    code: typed ? t('signIn.code.text', { phone: withoutLineBreaks(typed) }) : '',
    unused: typed ? t('signIn.unused.text', { phone: withoutLineBreaks(typed) }) : '',
    name: t('checkout.contact.name'),
  }
  return (
    <section aria-labelledby="contact" className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id="contact" ref={heading} tabIndex={-1} className="text-xl outline-none">
          {t('checkout.contact.title')}
        </h2>
        <p className="text-muted text-pretty">{texts[step]}</p>
      </div>
      <div className="grid max-w-md gap-5">
        {step === 'phone' && (
          <>
            {isUnproven && (
              <p role="alert" className="rounded-lg bg-warn-soft px-4 py-3 font-medium">
                {t('signIn.phone.unproven')}
              </p>
            )}
            <PhoneForm
              onSent={() => {
                setChanging(false)
                setUnproven(false)
              }}
            />
            <StepLinks>
              <StepLink to={paths.signIn(paths.checkout(), 'password')}>{t('signIn.phone.toPassword')}</StepLink>
            </StepLinks>
          </>
        )}
        {step === 'code' && (
          <CodeForm
            onProven={showNextStep}
            change={
              <button
                type="button"
                onClick={changeNumber}
                className="-mx-2 inline-flex min-h-11 items-center rounded-md px-2 font-semibold text-accent-text hover:bg-accent-soft"
              >
                {t('signIn.code.change')}
              </button>
            }
          />
        )}
        {step === 'unused' && <UnusedChoices next={paths.checkout()} />}
        {step === 'name' && (
          <NameForm
            onProofExpired={() => {
              setUnproven(true)
              setChanging(true)
            }}
          />
        )}
      </div>
    </section>
  )
}

const Schema = v.object({ firstName: text(MAX_NAME_LENGTH), lastName: text(MAX_NAME_LENGTH) })

/** Asks for the name only; the rest can be added in the account. */
function NameForm({ onProofExpired }: { onProofExpired: () => void }) {
  const { t, locale } = useI18n()
  const { phoneNumber, verificationToken, draft } = useRegistration()
  const form = useSendForm({
    schema: Schema,
    values: { firstName: draft.firstName, lastName: draft.lastName },
    labels: { firstName: t('signIn.details.firstName'), lastName: t('signIn.details.lastName') },
    send: async (name) => {
      registration.drafted({ ...draft, ...name })
      try {
        return await post(locale, '/auth/signup', {
          ...name,
          phoneNumber: phoneNumber ?? '',
          verificationToken: verificationToken ?? '',
          // The text below the fields says that the button accepts the terms.
          acceptTerms: true,
          device: browserId(),
        })
      } catch (error) {
        if (isProofExpired(error)) {
          registration.unproven()
          onProofExpired()
        }
        throw error
      }
    },
    onSent: ({ data }) => completeSignIn(data),
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('firstName'), [setFocus])
  return (
    <SendForm form={form} submit={t('checkout.contact.submit')} submitClass="w-full">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <FormText name="firstName" autoComplete="given-name" maxLength={MAX_NAME_LENGTH} />
        <FormText name="lastName" autoComplete="family-name" maxLength={MAX_NAME_LENGTH} />
      </div>
      <p className="text-sm text-muted text-pretty">
        {t('checkout.contact.terms')}{' '}
        <Link to={paths.terms()} target="_blank" rel="noreferrer" className="font-semibold text-accent-text underline">
          {t('checkout.contact.termsLink')}
        </Link>
      </p>
    </SendForm>
  )
}
