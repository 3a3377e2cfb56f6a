import type { CheckedCart } from '~shared/api/types'
import { useFieldWords } from '~shared/features/forms/words'
import { useT } from '~shared/i18n/context'
import { type Field, FIELDS, wrongOf } from './rules'
import type { Precheckout } from '~shared/features/checkout/store'
import { isUnsaid, type Place, placeOf, PLACES, type Trouble, troubleOf } from './troubles'

const PLACE_OF: Partial<Record<Field, Place>> = { note: 'words', cardText: 'words', months: 'payment' }

interface Known {
  said: Precheckout
  checked: CheckedCart | undefined
  /** The fields that the server blames, in its words. */
  blamed: Record<string, string>
  /** What is only missing is no mistake before. */
  hasTried: boolean
}

/** Everything that is in the way of an order, in the order of the page, whoever found it. */
export function useTroubles({ said, checked, blamed, hasTried }: Known): Trouble[] {
  const t = useT()
  const wordsOf = useFieldWords()
  const labels: Record<Field, string> = {
    'recipient.firstName': t('checkout.recipient.firstName'),
    'recipient.lastName': t('checkout.recipient.lastName'),
    'recipient.phoneNumber': t('checkout.recipient.phoneNumber'),
    note: t('checkout.words.note'),
    cardText: t('checkout.words.card'),
    months: t('checkout.payment.months'),
  }
  const wrong = hasTried ? wrongOf(said) : {}
  const textOf = (field: Field) => {
    if (!wrong[field]) return blamed[field]
    return field === 'months' ? t('checkout.payment.choose') : wordsOf({ message: wrong[field] })
  }
  const ofFields = FIELDS.flatMap((field): Trouble[] => {
    const text = textOf(field)
    // The shopper's own number is not asked for here.
    if (text && field.startsWith('recipient.') && said.recipientType !== 'other')
      return [{ place: 'recipient', text: t('checkout.recipient.noPhone') }]
    return text ? [{ place: PLACE_OF[field] ?? placeOf(field), field, label: labels[field], text }] : []
  })
  const lines = checked?.lines ?? []
  const problems = (checked?.problems ?? []).filter((problem) => hasTried || !isUnsaid(problem))
  const all = [...problems.map((problem) => troubleOf(t, problem, lines)), ...ofFields]
  return PLACES.flatMap((place) => all.filter((one) => one.place === place))
}
