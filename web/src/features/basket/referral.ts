import type { Schemas } from '~shared/api/types'

export type Referral = Schemas['Referral']

/** Filled by `features/referral/clicks.ts` once that is there: the pages with buy buttons do not wait for it. */
export const referral: { of?: (productSlug: string) => Referral | undefined } = {}
