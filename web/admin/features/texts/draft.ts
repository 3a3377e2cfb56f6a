import * as v from 'valibot'
import type { ContentVersion } from '~shared/api/types'
import { text } from '~shared/features/forms/rules'

// The server's rules, in its codes.
const LONGEST_TITLE = 200
const LONGEST_TEXT = 100_000

export const Schema = v.object({
  title: text(LONGEST_TITLE),
  markdown: text(LONGEST_TEXT),
  /** What was published when somebody began to write: nothing newer is written over unread. */
  fromVersion: v.number(),
})

export type Draft = v.InferInput<typeof Schema>

export const draftOf = ({ title, markdown, version }: ContentVersion): Draft => ({ title, markdown, fromVersion: version })
