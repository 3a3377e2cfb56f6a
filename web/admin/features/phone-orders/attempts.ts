// Sends an order so that a lost response, a second press and a reload never place a second order.
import { ApiFailure, isDefinite } from '~shared/api/failure'
import type { PhoneOrderForm } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { drafts } from '~shared/lib/drafts'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { placePhoneOrder, type PlacedResponse } from './api'

const MAX_AGE_MS = 60 * 60_000

/** An order that was sent and has no response yet. */
export interface Attempt {
  key: string
  form: PhoneOrderForm
  /** Milliseconds since 1970. */
  sentAt: number
}

interface Stored {
  attempt: Attempt | null
}

/** It is unknown whether the order was placed. */
export class Unanswered extends ApiFailure {
  constructor(cause?: unknown) {
    const known = cause instanceof ApiFailure ? cause : undefined
    super('network', known?.status, known?.problem, known?.retryAfter)
  }
}

const nameFor = (account: number | undefined) => `phone order attempt ${account}`

export const discardAttempt = (account: number | undefined) => drafts.drop(nameFor(account))

/** Returns the order that has no response, whatever is typed now. An old one is forgotten. */
export function pendingAttempt(account: number | undefined): Attempt | null {
  const { attempt } = drafts.read<Stored>(nameFor(account), { attempt: null })
  if (!attempt || Date.now() - attempt.sentAt < MAX_AGE_MS) return attempt
  discardAttempt(account)
  return null
}

/** Quotes are left out, because each check brings a new one. */
const contentOf = ({ quote: _quote, ...content }: PhoneOrderForm) => JSON.stringify(content)

export const isSameOrder = (attempt: Attempt, form: PhoneOrderForm) => contentOf(attempt.form) === contentOf(form)

/** Subscriber numbers have nine digits. Prefixes and spaces are typed in many ways. */
const subscriberOf = (phone = '') => phone.replaceAll(/\D/g, '').slice(-9)

/** Whether a customer buys the same for the same address, perhaps with another note. */
export const isSamePurchase = (a: PhoneOrderForm, b: PhoneOrderForm) =>
  subscriberOf(a.draft.customerPhone) === subscriberOf(b.draft.customerPhone) &&
  JSON.stringify([a.draft.lines, a.address]) === JSON.stringify([b.draft.lines, b.address])

export const newAttempt = (form: PhoneOrderForm): Attempt => ({ key: uniqueKey(), form, sentAt: Date.now() })

/** Keeps the attempt while it is unknown whether the order was placed. */
export async function sendAttempt(locale: Locale, account: number | undefined, attempt: Attempt): Promise<PlacedResponse> {
  drafts.keep(nameFor(account), { attempt })
  try {
    const response = await placePhoneOrder(locale, attempt.form, attempt.key)
    discardAttempt(account)
    return response
  } catch (error) {
    if (!isDefinite(error)) throw new Unanswered(error)
    discardAttempt(account)
    throw error
  }
}
