// Tells the basket which blogger's link led to a product, without downloading the code that records such clicks.

import type { Schemas } from '~shared/api/types'

export type Referral = Schemas['Referral']

/** The lookup of referrals, set by `features/referral/clicks.ts` once it is loaded; pages with buy buttons do not wait for it. */
export const referral: { forProduct?: (productSlug: string) => Referral | undefined } = {}
