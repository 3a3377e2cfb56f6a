import type { Product } from '~shared/api/types'

export type Plan = Product['installment'][number]

/** Monthly payment, rounded up, and the smaller last one. */
interface Payments {
  monthly: number
  last: number
}

/** Returns the payments for the price of the chosen size, which may differ from that of the plans. */
export function paymentsOf(price: number, months: number): Payments {
  const monthly = Math.ceil(price / months)
  return { monthly, last: price - monthly * (months - 1) }
}

/** Returns the plan with the most months, which has the lowest payment. */
export const longestOf = (plans: Plan[]) =>
  plans.reduce<Plan | undefined>((best, plan) => (best && best.months >= plan.months ? best : plan), undefined)
