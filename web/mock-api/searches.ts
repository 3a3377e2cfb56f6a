import type { Schemas } from '~shared/api/types'

/** `empty` counts searches without results, and `opened` those with an opened result. */
const searched = (query: string, language: string, searches: number, empty: number, opened: number): Schemas['SearchedQuery'] => ({
  query,
  language,
  searches,
  empty,
  opened,
})

export const SEARCHES = [
  searched('qızılgül', 'az', 412, 0, 301),
  searched('шоколад', 'ru', 198, 0, 120),
  searched('xonça', 'az', 64, 64, 0),
  searched('robot tozsoran', 'az', 31, 8, 12),
  searched('birthday balloons', 'en', 1, 0, 0),
]
