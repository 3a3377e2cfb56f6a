import type { Schemas } from '~shared/api/types'

export type Referral = Schemas['Referral']

/** `features/referral/clicks.ts` sets `forProduct` once it is loaded; pages with buy buttons do not wait for it. */
export const referral: { forProduct?: (productSlug: string) => Referral | undefined } = {}
