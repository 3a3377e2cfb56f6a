import { expect, test, vi } from 'vitest'
import { importWithFreshAddress } from './fresh-import'

const notFound = (address: string) => new TypeError(`Failed to fetch dynamically imported module: ${address}`)

test('a failed module is imported under a new address each time, until it loads', async () => {
  const load = vi.fn(() => Promise.reject(notFound('http://shop/assets/footer-1.js')))
  // The second new address works.
  const importFrom = vi.fn((address: string) => (address.endsWith('2') ? Promise.resolve('here') : Promise.reject(notFound(address))))
  const tryImport = () => importWithFreshAddress<unknown>(load, importFrom)
  await expect(tryImport()).rejects.toThrow('Failed to fetch')
  await expect(tryImport()).rejects.toThrow('Failed to fetch')
  await expect(tryImport()).resolves.toBe('here')
  await expect(tryImport()).resolves.toBe('here')
  expect(load).toHaveBeenCalledOnce()
  expect(importFrom.mock.calls.flat()).toEqual([1, 2, 2].map((nth) => `http://shop/assets/footer-1.js?again=${nth}`))
})

test('a module that failed for another reason is imported under the same address', async () => {
  const load = vi.fn<() => Promise<unknown>>(() => Promise.resolve('here')).mockRejectedValueOnce(new Error('a bug in it'))
  const importFrom = vi.fn()
  const tryImport = () => importWithFreshAddress(load, importFrom)
  await expect(tryImport()).rejects.toThrow('a bug in it')
  await expect(tryImport()).resolves.toBe('here')
  expect(importFrom).not.toHaveBeenCalled()
})
