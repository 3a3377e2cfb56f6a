import type { Finding } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import type { Translate } from '~shared/i18n/translate'

type Field = 'sum'
type Word = 'none'

/** Areas whose numbers are qəpik, unless the field counts things. */
const MONEY: Finding['area'][] = ['movements', 'ledger', 'charges', 'refunds', 'orders', 'earnings', 'cashouts', 'bank', 'payouts']
const COUNTED = ['refunded_count', 'bonus']

/** A field is a name, and what it is about when there are several: `returned:7/70`. */
export const fieldWords = (t: Translate, { field }: Pick<Finding, 'field'>) => {
  const [name = '', about] = field.split(':')
  const words = t(`desk.auditor.field.${name as Field}`)
  return about ? `${words} (${about})` : words
}

/** A value is a number, a word, or a word with an amount: `paid 2000`. */
export const valueWords = (t: Translate, { area, field }: Pick<Finding, 'area' | 'field'>, value: string) => {
  const isMoney = MONEY.includes(area) && !COUNTED.some((name) => field.startsWith(name))
  const word = (text: string) => {
    if (!/^-?\d+$/.test(text)) return t(`desk.auditor.word.${text as Word}`)
    return isMoney ? money(Number(text)) : text
  }
  return value.split(' ').map(word).join(' ')
}
