import type { Schemas } from '~shared/api/types'
import { PROMISES } from './promises'

const titles = (az: string) => ({ az, ru: `${az} (ru)`, en: `${az} (en)` })

const fresh = (): { rules: Schemas['PromiseRules'] } => ({
  rules: {
    tariffs: PROMISES.tariffs.map(({ code, title, fee, freeFrom, minimum, leadDays, cutOff, prepareHours }) => ({
      code,
      title: titles(title),
      fee,
      ...(freeFrom !== undefined && { freeFrom }),
      minimum,
      leadDays,
      cutOff,
      prepareHours,
    })),
    bonus: { rules: [{ title: titles('Bütün məhsullar'), basisPoints: 100, categoryIds: [], storeIds: [] }], spendShare: 3000 },
    returns: { exceptions: PROMISES.returnExceptions.map(({ title, ...more }) => ({ ...more, title: titles(title) })) },
  },
})

/** The delivery, return and bonus rules that operators edit. */
export const promiseRules = fresh()
export const resetPromiseRules = () => Object.assign(promiseRules, fresh())
