// Birthdays of relatives: the form's rules, and the gifts for each relation.

import * as v from 'valibot'
import type { Family, Relation, Schemas } from '~shared/api/types'
import { errorCode, optionalPhone, pastDate, text } from '~shared/features/forms/rules'

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

// Slugs of gift categories.
const FOR_HER = 'qadinlar-ucun-destler'
const FOR_HIM = 'kisiler-ucun-destler'
const FOR_KIDS = 'usaqlar-ucun-destler'
const FOR_COLLEAGUES = 'hemkarlar-ucun-destler'
/** Gifts for relations of either gender. */
const FOR_BIRTHDAYS = 'ad-gunu-hediyyeleri'

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

export const MAX_NAME_LENGTH = 60

export const Schema = v.object({
  name: text(MAX_NAME_LENGTH),
  relation: v.picklist(RELATIONS, errorCode('required')),
  birthDate: pastDate(),
  phoneNumber: optionalPhone(),
})

/** The request for what was typed, or for a removed birthday that “undo” adds again. */
export function toRequest({ name, relation, birthDate, phoneNumber }: v.InferOutput<typeof Schema> | Family): Schemas['AddFamilyRequest'] {
  return { name, relation, birthDate, ...(phoneNumber && { phoneNumber }) }
}
