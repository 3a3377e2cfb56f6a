// The rules behind the shop's promises, as operators edit them.
import type { Schemas } from '~shared/api/types'
import { PROMISES } from './promises'

const titles = (az: string) => ({ az, ru: `${az} (ru)`, en: `${az} (en)` })

const fresh = (): { rules: Schemas['PromiseRules'] } => ({
  rules: {
    bonus: { rules: [{ title: titles('Bütün məhsullar'), basisPoints: 100, categoryIds: [], storeIds: [] }], spendShare: 3000 },
    returns: { exceptions: PROMISES.returnExceptions.map(({ title, ...more }) => ({ ...more, title: titles(title) })) },
  },
})

export const promiseRules = fresh()
export const resetPromiseRules = () => Object.assign(promiseRules, fresh())
