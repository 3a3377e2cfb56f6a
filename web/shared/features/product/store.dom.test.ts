import { beforeEach, expect, it } from 'vitest'
import { clearProductStore, useProductStore, viewed } from './store'

const view = (...ids: number[]) => ids.forEach((id) => viewed.remember({ id }))
const viewedIds = () => useProductStore.getState().viewed

beforeEach(() => clearProductStore())

it('keeps the latest twelve products, without duplicates', () => {
  view(1, 2, 3, 1)
  expect(viewedIds()).toEqual([1, 3, 2])
  view(...Array.from({ length: 20 }, (_, index) => index + 10))
  expect(viewedIds()).toHaveLength(12)
  expect(viewedIds()[0]).toBe(29)
})

it('migrates stored cards to ids, and drops the slug, which is a map of clicks now', async () => {
  const cards = [
    { id: 7, name: 'Gül', price: 4500 },
    { id: 9, name: 'Şokolad', price: 900 },
  ]
  // The stored key is misspelt, see `ProductState`.
  localStorage.setItem('sovqat', JSON.stringify({ product: { state: { referranceProductSlug: 'gul', viewed: cards }, version: 0 } }))
  await useProductStore.persist.rehydrate()
  expect(useProductStore.getState()).toEqual({ referranceProductSlug: {}, viewed: [7, 9] })
})

it('clears the store at sign-out', () => {
  view(1, 2)
  clearProductStore()
  expect(useProductStore.getState()).toEqual({ referranceProductSlug: {}, viewed: [] })
})
