// Collects everything that prevents the order: problems of the server's check, and invalid fields.

import type { CheckedCart } from '~shared/api/types'
import type { Precheckout } from '~shared/features/checkout/store'
import { useFieldErrorText } from '~shared/features/forms/problems'
import { type Translate, useT } from '~shared/i18n/context'
import { type CheckoutSectionName, isMissingChoice, type Obstacle, obstacleOf, sectionOf, SECTIONS } from './obstacles'
import { clientErrors, type Field, FIELDS } from './rules'

/** Fields whose names do not begin with their section. */
const SECTION_OF_FIELD: Partial<Record<Field, CheckoutSectionName>> = { note: 'words', cardText: 'words', months: 'payment' }

interface CheckoutInput {
  choices: Precheckout
  checked: CheckedCart | undefined
  /** The texts of the server's errors, by the names of fields. */
  refusedFields: Record<string, string>
  /** Whether the shopper has tried to order. Missing choices are not reported before. */
  hasTried: boolean
}

/** The server's problems and invalid fields, in the order of the page. */
export function useObstacles({ choices, checked, refusedFields, hasTried }: CheckoutInput): Obstacle[] {
  const t = useT()
  const errorText = useFieldErrorText()
  const labels = fieldLabels(t)
  const errors = hasTried ? clientErrors(choices) : {}
  /** The browser's error comes before the server's. */
  const textOf = (field: Field) => {
    if (!errors[field]) return refusedFields[field]
    return field === 'months' ? t('checkout.payment.choose') : errorText({ message: errors[field] })
  }
  const fieldObstacles = FIELDS.flatMap((field): Obstacle[] => {
    const text = textOf(field)
    if (!text) return []
    // The recipient is the shopper, whose missing phone number is no field here. The section shows the message.
    const isAboutShopper = field.startsWith('recipient.') && choices.recipientType !== 'other'
    if (isAboutShopper) return [{ section: 'recipient', text: t('checkout.recipient.noPhone') }]
    return [{ section: SECTION_OF_FIELD[field] ?? sectionOf(field), field, label: labels[field], text }]
  })
  const lines = checked?.lines ?? []
  const problems = (checked?.problems ?? []).filter((problem) => hasTried || !isMissingChoice(problem))
  const obstacles = [...problems.map((problem) => obstacleOf(t, problem, lines)), ...fieldObstacles]
  return SECTIONS.flatMap((section) => obstacles.filter((obstacle) => obstacle.section === section))
}

const fieldLabels = (t: Translate): Record<Field, string> => ({
  'recipient.firstName': t('checkout.recipient.firstName'),
  'recipient.lastName': t('checkout.recipient.lastName'),
  'recipient.phoneNumber': t('checkout.recipient.phoneNumber'),
  note: t('checkout.words.note'),
  cardText: t('checkout.words.card'),
  months: t('checkout.payment.months'),
})
