import type { Product } from '~shared/api/types'

export type Plan = Product['installment'][number]

/** What is paid a month, and in the last one what is left: months are rounded up. */
interface Payments {
  monthly: number
  last: number
}

/** A size has another price than the plans were counted for. */
export function paymentsOf(price: number, months: number): Payments {
  const monthly = Math.ceil(price / months)
  return { monthly, last: price - monthly * (months - 1) }
}

/** The longest plan is the smallest sum. */
export const longestOf = (plans: Plan[]) =>
  plans.reduce<Plan | undefined>((best, plan) => (best && best.months >= plan.months ? best : plan), undefined)
