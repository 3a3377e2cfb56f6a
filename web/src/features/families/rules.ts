import * as v from 'valibot'
import type { Family, Schemas } from '~shared/api/types'
import { optionalPhone, pastDate, text } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/words'
import { RELATIONS } from './relations'

export const LONGEST_NAME = 60

export const Schema = v.object({
  name: text(LONGEST_NAME),
  relation: v.picklist(RELATIONS, 'required' satisfies FieldCode),
  birthDate: pastDate(),
  phoneNumber: optionalPhone(),
})

/** As it is added, which is also how one that was removed comes back. */
export function inputOf({ name, relation, birthDate, phoneNumber }: v.InferOutput<typeof Schema> | Family): Schemas['AddFamilyRequest'] {
  return { name, relation, birthDate, ...(phoneNumber && { phoneNumber }) }
}
