import type { Schemas } from '~shared/api/types'
import { products } from './catalogue'

export type Rule = Schemas['SearchRule']

export const ruleProducts = (ids: number[]): Rule['firstProducts'] =>
  ids.flatMap((id) => products.filter((product) => product.id === id).map(({ name }) => ({ id, name, isForSale: true })))

const fresh = (): { rules: Rule[]; nextId: number } => ({
  rules: [
    { id: 1, version: 1, text: 'gül dəstəsi', instead: 'buket', firstProducts: [], changedAt: '2026-12-01T08:00:00Z' },
    {
      id: 2,
      version: 3,
      text: 'xonça',
      firstProducts: ruleProducts(products.slice(0, 2).map(({ id }) => id)).map((product, index) => ({
        ...product,
        isForSale: index === 0,
      })),
      changedAt: '2026-12-01T08:00:00Z',
    },
  ],
  nextId: 3,
})

export const searchRules = fresh()
export const resetSearchRules = () => Object.assign(searchRules, fresh())
