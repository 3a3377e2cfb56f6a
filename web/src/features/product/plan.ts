// Instalment plans. Amounts are in qəpik.

import type { Product } from '~shared/api/types'

export type Plan = Product['installment'][number]

/** The monthly payment is rounded up, so the last one is smaller. */
interface Payments {
  monthly: number
  last: number
}

/** The API's plans are for the product's price, but the chosen size may cost more or less. */
export function paymentsOf(price: number, months: number): Payments {
  const monthly = Math.ceil(price / months)
  return { monthly, last: price - monthly * (months - 1) }
}

/** The plan with the most months, which has the lowest payment. */
export const longestOf = (plans: Plan[]) =>
  plans.reduce<Plan | undefined>((best, plan) => (best && best.months >= plan.months ? best : plan), undefined)
