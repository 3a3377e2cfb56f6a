import type { Relation } from '~shared/api/types'

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
/** For whoever may be a woman as well as a man. */
const FOR_BIRTHDAYS = 'ad-gunu-hediyyeleri'

/** The category where a gift for them is most likely found. */
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
