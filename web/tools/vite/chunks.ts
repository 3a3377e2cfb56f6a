import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

export const groups: Group[] = [
  { name: 'vendor', test: /node_modules/, entriesAware: true, entriesAwareMergeThreshold: 20_000, minShareCount: 2 },
  { name: 'parts', entriesAware: true, entriesAwareMergeThreshold: 10_000, minShareCount: 2 },
]
