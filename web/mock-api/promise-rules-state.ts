// The rules behind the shop's promises in the mock API, as operators edit them: rates of bonuses, and exceptions from returns.
import type { Schemas } from '~shared/api/types'
import { PROMISES } from './promises'

/** Returns a title in three languages, made from the Azerbaijani one. */
const titles = (az: string) => ({ az, ru: `${az} (ru)`, en: `${az} (en)` })

const fresh = (): { rules: Schemas['PromiseRules'] } => ({
  rules: {
    bonus: { rules: [{ title: titles('Bütün məhsullar'), basisPoints: 100, categoryIds: [], storeIds: [] }], spendShare: 3000 },
    returns: { exceptions: PROMISES.returnExceptions.map(({ title, ...more }) => ({ ...more, title: titles(title) })) },
  },
})

/** The return and bonus rules that operators edit. */
export const promiseRules = fresh()
export const resetPromiseRules = () => Object.assign(promiseRules, fresh())
