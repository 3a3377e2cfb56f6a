import * as v from 'valibot'
import type { Family, Relation, Schemas } from '~shared/api/types'
import type { FieldCode } from '~shared/features/forms/problems'
import { optionalPhone, pastDate, text } from '~shared/features/forms/rules'

export const RELATIONS: readonly Relation[] = [
  'mother',
  'father',
  'spouse',
  'child',
  'sister',
  'brother',
  'grandparent',
  'relative',
  'friend',
  'colleague',
]

const FOR_HER = 'qadinlar-ucun-destler'
const FOR_HIM = 'kisiler-ucun-destler'
const FOR_KIDS = 'usaqlar-ucun-destler'
const FOR_COLLEAGUES = 'hemkarlar-ucun-destler'
/** For relations of either gender. */
const FOR_BIRTHDAYS = 'ad-gunu-hediyyeleri'

/** The gift category for each relation. */
export const GIFTS: Record<Relation, string> = {
  mother: FOR_HER,
  sister: FOR_HER,
  father: FOR_HIM,
  brother: FOR_HIM,
  child: FOR_KIDS,
  colleague: FOR_COLLEAGUES,
  spouse: FOR_BIRTHDAYS,
  grandparent: FOR_BIRTHDAYS,
  relative: FOR_BIRTHDAYS,
  friend: FOR_BIRTHDAYS,
}

export const LONGEST_NAME = 60

export const Schema = v.object({
  name: text(LONGEST_NAME),
  relation: v.picklist(RELATIONS, 'required' satisfies FieldCode),
  birthDate: pastDate(),
  phoneNumber: optionalPhone(),
})

/** Returns the request body, also to add a removed one again. */
export function inputOf({ name, relation, birthDate, phoneNumber }: v.InferOutput<typeof Schema> | Family): Schemas['AddFamilyRequest'] {
  return { name, relation, birthDate, ...(phoneNumber && { phoneNumber }) }
}
